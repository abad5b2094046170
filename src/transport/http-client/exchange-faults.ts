import {
  Fault,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
  type ResponseMessage,
  redactedExcerpt,
} from '../../protocol/index.js';

/** An id that a peer chose, for a message: it may be of any length. */
export function quotedId(id: RequestId | undefined): string {
  return JSON.stringify(redactedExcerpt(String(id)));
}

export function bodyTooLong(limit: number): Fault {
  return new Fault(
    'limit_exceeded',
    `The server sent a body of more than ${limit} bytes. Raise limits.responseBodyBytes if that is expected.`,
    { limit: 'responseBodyBytes' },
  );
}

export function noAnswerInBody({ method, id }: RequestMessage): Fault {
  return new Fault(
    'invalid_message',
    `The server answered ${method} with a JSON body that is not the response to request ${JSON.stringify(String(id))}.`,
  );
}

export function answerLost({ method }: RequestMessage, cause: Fault | undefined): Fault {
  const why = cause === undefined ? 'The server closed the stream' : cause.message;
  return new Fault(
    'connection_lost',
    `No answer to ${method} came. Whether it was carried out is unknown. ${why}`,
    cause === undefined ? {} : { cause },
  );
}

/** `replaced`: another session has begun since the request was sent, so sending it again is enough. */
export function sessionExpired(fault: Fault, replaced: boolean): Fault {
  return new Fault('session_expired', fault.message, { details: { ...fault.details, replaced } });
}

export function strayRequest(method: string): Fault {
  return new Fault(
    'invalid_message',
    `The server sent a request (${redactedExcerpt(method)}) on the stream of a modern request, where none may be. It was ignored.`,
  );
}

export function foreignAnswer(answer: ResponseMessage, { method }: RequestMessage): Fault {
  return new Fault(
    'invalid_message',
    `The server answered request ${quotedId(answer.id)} on the stream of another (${method}). It was ignored.`,
  );
}

export function subscriptionEnded({ params }: NotificationMessage): Fault {
  const reason = params?.['reason'];
  const said = typeof reason === 'string' ? ` Its reason: ${redactedExcerpt(reason)}` : '';
  return new Fault('subscription_ended', `The server ended the subscription without a result.${said}`);
}
