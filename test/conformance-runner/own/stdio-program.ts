import { serveStdio } from '../../../src/server/index.js';
import { checkedServer } from './checked-server.js';

serveStdio(checkedServer());
