import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { streamChannel } from '../../../src/transport/index.js';
import { echoPeer } from '../../support/echo-channel.js';
import { frameChannelContract } from '../frame-channel-contract.js';

frameChannelContract(
  'a TCP socket',
  async (limits) => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [accepted] = (await once(server, 'connection')) as [Socket];
    const channel = streamChannel(socket, socket, { limits });
    const other = streamChannel(accepted, accepted);
    return echoPeer(channel, other, async () => void server.close());
  },
  { overlong: 'dropped' },
);
