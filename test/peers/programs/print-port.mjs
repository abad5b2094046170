// `node --import ./print-port.mjs server.js`: makes a server that wants a fixed port listen on loopback only, and says
// on stderr where. With PORT=0 the system chooses a free one.
import { Server } from 'node:net';

const listen = Server.prototype.listen;

Server.prototype.listen = function (port, ...rest) {
  this.once('listening', () => process.stderr.write(`port: ${this.address().port}\n`));
  const hasHost = typeof rest[0] === 'string';
  return hasHost ? listen.call(this, port, ...rest) : listen.call(this, port, '127.0.0.1', ...rest);
};
