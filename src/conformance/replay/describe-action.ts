import type { Message } from '../../protocol/index.js';
import { type Action, idKey, type Side, type Step } from './steps.js';

/** Names actions in words. Responses are named for what they answer, as far as the recording knows. */
export class ActionNames {
  readonly #methods = new Map<string, string>();

  constructor(steps: readonly Step[]) {
    for (const { message, dir } of steps)
      if (message?.kind === 'request') this.#methods.set(`${dir} ${idKey(message.id)}`, message.method);
  }

  of(action: Action): string {
    const { form, dir, http } = action;
    if (form === 'head') return `head of the HTTP answer (${http?.status})`;
    if (form === 'end')
      return http === undefined ? `end of the ${dir}` : `end of the HTTP exchange by the ${dir}`;
    const content = this.#content(action);
    return form === 'request' ? `HTTP ${http?.method}${content === '' ? '' : ` with ${content}`}` : content;
  }

  #content({ message, dir, frame, http }: Action): string {
    if (message === undefined) {
      if (frame.length > 0) return 'frame that is no message';
      return http?.event === undefined ? '' : 'event without data';
    }
    return message.kind === 'batch' ? 'batch' : this.#message(message, dir);
  }

  #message(message: Message, dir: Side): string {
    if (message.kind === 'request') return `request ${message.method}`;
    if (message.kind === 'notification') return `notification ${message.method}`;
    const asker: Side = dir === 'client' ? 'server' : 'client';
    const method = message.id === undefined ? undefined : this.#methods.get(`${asker} ${idKey(message.id)}`);
    const kind = message.kind === 'error' ? 'error response' : 'response';
    return method === undefined ? kind : `${kind} to ${method}`;
  }
}
