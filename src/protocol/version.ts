/** The version of this package: the one in package.json, held to it by a test. */
export const VERSION = '0.1.0';
