// Multi round-trip requests. 2026-07-28 basic/patterns/mrtr

import {
  anyObject,
  literal,
  map,
  type ObjectOf,
  object,
  optional,
  string,
  tolerant,
  union,
} from '../shape/build.js';
import type { Shape } from '../shape/shape.js';
import { ResultMetaShape } from './base.js';
import { ElicitParamsShape, type ElicitResult, ElicitResultShape } from './elicitation.js';
import { ListRootsParamsShape, type ListRootsResult, ListRootsResultShape } from './roots.js';
import { CreateMessageParamsShape, type CreateMessageResult, CreateMessageResultShape } from './sampling.js';

const since = '2026-07-28';

// An embedded request has a method and params, and no id: the key in the map takes its place.
const createMessageInputMembers = {
  method: literal('sampling/createMessage'),
  params: CreateMessageParamsShape,
};
/** Asks for a message of the client's model. */
export interface CreateMessageInputRequest extends ObjectOf<typeof createMessageInputMembers> {}
export const CreateMessageInputRequestShape: Shape<CreateMessageInputRequest> = object(
  'CreateMessageRequest',
  createMessageInputMembers,
);

const listRootsInputMembers = {
  method: literal('roots/list'),
  params: optional(ListRootsParamsShape, { check: 'present' }),
};
/** Asks for the client's roots. */
export interface ListRootsInputRequest extends ObjectOf<typeof listRootsInputMembers> {}
export const ListRootsInputRequestShape: Shape<ListRootsInputRequest> = object(
  'ListRootsRequest',
  listRootsInputMembers,
);

const elicitInputMembers = { method: literal('elicitation/create'), params: ElicitParamsShape };
/** Asks the user. */
export interface ElicitInputRequest extends ObjectOf<typeof elicitInputMembers> {}
export const ElicitInputRequestShape: Shape<ElicitInputRequest> = object('ElicitRequest', elicitInputMembers);

/** A question that a server embeds in a result. */
export type InputRequest = CreateMessageInputRequest | ListRootsInputRequest | ElicitInputRequest;
export const InputRequestShape: Shape<InputRequest> = union(
  'InputRequest',
  [CreateMessageInputRequestShape, ListRootsInputRequestShape, ElicitInputRequestShape],
  { tag: 'method' },
);

/** Questions by key. The keys are the server's own. */
export interface InputRequests {
  [key: string]: InputRequest;
}
export const InputRequestsShape: Shape<InputRequests> = map(InputRequestShape, 'InputRequests');

// Which kind an answer has is known only to who asked: a live server checks it against its own question.
/** An answer to a question. */
export type InputResponse = CreateMessageResult | ListRootsResult | ElicitResult;
export const InputResponseShape: Shape<InputResponse> = tolerant(
  union('InputResponse', [CreateMessageResultShape, ListRootsResultShape, ElicitResultShape]),
  anyObject(),
);

/** Answers by the key of their question. */
export interface InputResponses {
  [key: string]: InputResponse;
}
export const InputResponsesShape: Shape<InputResponses> = map(InputResponseShape, 'InputResponses');

/** Params of a request that a server may answer with questions: the answers, on the retry. */
export const inputAnswerMembers = {
  inputResponses: optional(InputResponsesShape, { since, check: 'present' }),
  requestState: optional(string(), { since, check: 'present' }),
} as const;

// 2026-07-28 basic/patterns/mrtr#inputrequiredresult
const inputRequiredResultMembers = {
  _meta: optional(ResultMetaShape),
  resultType: literal('input_required'),
  inputRequests: optional(InputRequestsShape, { check: 'present' }),
  requestState: optional(string(), { check: 'present' }),
};
/** Instead of a result: what the server needs to know before it can give one. */
export interface InputRequiredResult extends ObjectOf<typeof inputRequiredResultMembers> {}
export const InputRequiredResultShape: Shape<InputRequiredResult> = object(
  'InputRequiredResult',
  inputRequiredResultMembers,
);
