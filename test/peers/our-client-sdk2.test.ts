// Our client against servers on the official TypeScript SDK 2.x.
import { afterAll, describe } from 'vitest';
import { PeerPool } from '../support/peers.js';
import { clientContract } from './contract/client.js';
import { settingsOf } from './settings.js';

const pool = new PeerPool();
afterAll(() => pool[Symbol.asyncDispose]());

describe.each(settingsOf('sdk2'))('$name', (setting) => clientContract(setting, pool));
