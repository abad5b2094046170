// Passages that several checks refer to, where the eras have them on different pages.
import { passage, type SpecReference } from '../spec-passage.js';

/** One passage for the legacy revisions, one for the modern; 2024-11-05 may have its own. */
export function pages(legacyPage: string, modernPage: string, first?: string): SpecReference {
  return {
    legacy: passage(legacyPage),
    modern: passage(modernPage),
    ...(first === undefined ? {} : { '2024-11-05': passage(first) }),
  };
}

const HTTP = 'basic/transports/streamable-http';

export const REQUESTS = pages('basic/index#requests', 'basic/index#requests', 'basic/messages#requests');
export const NOTIFICATIONS = pages(
  'basic/index#notifications',
  'basic/index#notifications',
  'basic/messages#notifications',
);
export const RESPONSES: SpecReference = {
  '2024-11-05': passage('basic/messages#responses'),
  '2025-03-26': passage('basic/index#responses'),
  '2025-06-18': passage('basic/index#responses'),
  legacy: passage('basic/index#error-responses'),
  modern: passage('basic/index#error-responses'),
};
export const STDIO_PAGE = pages('basic/transports#stdio', 'basic/transports/stdio');
export const SHUTDOWN = pages('basic/lifecycle#shutdown', 'basic/transports/stdio#shutdown');
export const UTF8 = pages('basic/transports', 'basic/transports/index#messages');
export const SENDING = pages('basic/transports#sending-messages-to-the-server', `${HTTP}#sending-messages`);
export const SITE_SECURITY = pages('basic/transports#security-warning', `${HTTP}#security-%26-endpoint`);
export const PAGINATION_ERRORS = passage('server/utilities/pagination#error-handling');
export const TOOL_ERRORS = passage('server/tools#error-handling');
export const JSON_RPC_ERRORS = passage('https://www.jsonrpc.org/specification#error_object');
export const JSON_RPC_REQUEST = passage('https://www.jsonrpc.org/specification#request_object');
