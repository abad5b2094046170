// Our client against servers on the official TypeScript SDK 2.x.
import { describe } from 'vitest';
import { clientContract } from './contract/client.js';
import { settingsOf } from './settings.js';

describe.each(settingsOf('sdk2'))('$name', clientContract);
