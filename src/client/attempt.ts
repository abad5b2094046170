import type { JsonObject, RequestId, RequestMessage } from '../protocol/index.js';
import type { ExchangeOptions } from '../transport/index.js';
import type { Budget } from './deadlines.js';
import type { CallOptions } from './handlers.js';
import type { RetryParams } from './input/rounds.js';
import type { NotificationHub, ProgressTarget } from './notification-hub.js';
import type { Session } from './session.js';

/** What a call is made of. */
export interface Call {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly options: CallOptions;
  readonly budget: Budget;
  /** Headers that mirror arguments, for a session over HTTP. */
  readonly headers: ((session: Session) => ExchangeOptions['headers']) | undefined;
}

/** One request of a call. Its signal is made for connections that do not know of `cancellation`. */
export class Attempt implements ExchangeOptions, ProgressTarget {
  readonly call: Call;
  readonly session: Session;
  readonly retry: RetryParams | undefined;
  readonly message: RequestMessage;
  /** What its progress is reported on. */
  readonly token: RequestId | undefined;
  readonly onNotification: NotificationHub['take'];
  declare readonly headers?: NonNullable<ExchangeOptions['headers']>;

  constructor(
    call: Call,
    session: Session,
    retry: RetryParams | undefined,
    message: RequestMessage,
    token: RequestId | undefined,
    onNotification: NotificationHub['take'],
    headers: ExchangeOptions['headers'],
  ) {
    this.call = call;
    this.session = session;
    this.retry = retry;
    this.message = message;
    this.token = token;
    this.onNotification = onNotification;
    if (headers !== undefined) this.headers = headers;
  }

  get budget(): Budget {
    return this.call.budget;
  }

  get cancellation(): Budget {
    return this.call.budget;
  }

  get signal(): AbortSignal {
    return this.call.budget.signal;
  }

  get onProgress(): CallOptions['onProgress'] {
    return this.call.options.onProgress;
  }
}
