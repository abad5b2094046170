// The official SDKs are dependencies of the peers that the tests talk to, not of plainwire.
import { createRequire } from 'node:module';

/** A module as the programs in test/peers see it. */
export const peerModule = createRequire(new URL('../../test/peers/package.json', import.meta.url));
