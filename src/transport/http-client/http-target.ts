import { Fault, redactText } from '../../protocol/index.js';
import type { StreamableHttpServer } from '../targets.js';

/** What is needed to open an HTTP connection: any description of an HTTP server. */
export type HttpTarget = Omit<StreamableHttpServer, 'kind'>;

/** @throws Fault `invalid_argument`; the text of a URL that may hold credentials is not repeated. */
export function parseTargetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Fault('invalid_argument', 'The url of an HTTP server must be an absolute http: or https: URL.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Fault(
      'invalid_argument',
      `The url of the server at ${url.host} holds a user name or password. Give credentials in headers instead.`,
    );
  }
  url.hash = '';
  return url;
}

/** The URL for a message: without its query, which may hold secrets, and without those that a redirect put into its path. */
export function displayUrl(url: URL): string {
  return redactText(`${url.origin}${url.pathname}`);
}
