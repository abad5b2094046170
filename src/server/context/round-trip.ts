import type { JsonObject, RpcError } from '../../protocol/index.js';
import { Fault, isJsonObject, missingCapability } from '../../protocol/index.js';
import type { Exchange } from '../dispatch/exchange.js';
import { canonicalJson } from './canonical-json.js';
import { missingCapabilities } from './client-capabilities.js';
import type { Question, QuestionChannel } from './question.js';
import type { RequestSeal } from './request-state.js';

/** Unwinds a handler whose question has no answer yet. Not for anybody to catch. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';

  constructor(key: string) {
    super(`The question "${key}" goes to the client now; the handler runs again when it is answered.`);
  }
}

/** The handler has to unwind: its client was not asked yet, and calls again with the answer. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Unanswered;
}

/** The questions of one run of a handler. */
class Asked {
  /** Answers of this round that were usable, by key. */
  readonly accepted = new Map<string, JsonObject>();
  /** Questions without an answer, by key. */
  readonly open = new Map<string, Question>();
  /** Every question with what came of it: checking an answer against its form takes a while. */
  readonly outcomes: Promise<JsonObject>[] = [];
  readonly #ordinals = new Map<string, number>();

  nextKey(kind: Question['kind']): string {
    const ordinal = (this.#ordinals.get(kind) ?? 0) + 1;
    this.#ordinals.set(kind, ordinal);
    return `${kind}-${ordinal}`;
  }
}

const NO_ANSWERS: JsonObject = Object.freeze({});

/** Members of params that say how a request is asked, not what for. */
const NOT_SALIENT: readonly string[] = ['_meta', 'inputResponses', 'requestState'];

/**
 * The questions of one modern request. The server keeps nothing between the rounds: answers of earlier rounds come
 * back sealed in `requestState`, those of this round in `inputResponses`. Questions without an answer are recorded,
 * and go out together in place of a result.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export class RoundTrip implements QuestionChannel {
  readonly #exchange: Exchange;
  readonly #seal: RequestSeal;
  #earlier = NO_ANSWERS;
  readonly #given: JsonObject;
  /** What is asked; made with the first question, because most requests ask nothing. */
  #asked: Asked | undefined;
  #refusal: RpcError | undefined;

  constructor(exchange: Exchange, seal: RequestSeal) {
    this.#exchange = exchange;
    this.#seal = seal;
    const { inputResponses } = exchange.params;
    this.#given = isJsonObject(inputResponses) ? inputResponses : NO_ANSWERS;
  }

  /** Whether the handler has asked anything yet. */
  get hasAsked(): boolean {
    return this.#asked !== undefined;
  }

  /** Set when a question needs a capability that the client does not declare: the answer is -32021. */
  get refusal(): RpcError | undefined {
    return this.#refusal;
  }

  /**
   * Reads the answers of earlier rounds. There is nothing to wait for when the request brings none.
   *
   * @throws RpcError -32602
   */
  restore(): Promise<void> | undefined {
    const state = this.#exchange.params['requestState'];
    return typeof state === 'string' ? this.#restore(state) : undefined;
  }

  async #restore(state: string): Promise<void> {
    this.#earlier = await this.#seal.open(state, this.#binding());
  }

  /** Records the question in the tick in which it was asked, unless there is an answer to look at. */
  async ask(question: Question): Promise<JsonObject> {
    this.#asked ??= new Asked();
    const asked = this.#asked;
    const key = question.key ?? asked.nextKey(question.kind);
    this.#requireCapability(question);
    const earlier = memberOf(this.#earlier, key);
    if (earlier !== undefined) return earlier;
    const outcome = this.#lookAt(question, key, asked);
    asked.outcomes.push(outcome);
    return outcome;
  }

  async #lookAt(question: Question, key: string, asked: Asked): Promise<JsonObject> {
    const given = memberOf(this.#given, key);
    if (given !== undefined && (await question.problem(given)) === undefined) {
      asked.accepted.set(key, given);
      return given;
    }
    const other = asked.open.get(key);
    if (other !== undefined && !isSame(other, question)) {
      throw new Fault('invalid_argument', `Two different questions have the key ${JSON.stringify(key)}.`);
    }
    asked.open.set(key, question);
    throw new Unanswered(key);
  }

  // 2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow: MUST NOT ask what was not declared
  #requireCapability({ needs }: Question): void {
    const missing = missingCapabilities(needs, this.#exchange.clientCapabilities);
    if (missing === undefined) return;
    const refusal = missingCapability(missing);
    this.#refusal ??= refusal;
    throw refusal;
  }

  /**
   * The input-required result, when a question has no answer; else undefined. One question without an answer unwinds the
   * handler while answers to others may still be looked at: those are waited for, so that none is asked for twice.
   */
  pending(): Promise<JsonObject | undefined> | undefined {
    return this.#asked === undefined ? undefined : this.#pending(this.#asked);
  }

  async #pending(asked: Asked): Promise<JsonObject | undefined> {
    await Promise.allSettled(asked.outcomes);
    return asked.open.size === 0 ? undefined : this.#inputRequired(asked);
  }

  async #inputRequired({ accepted, open }: Asked): Promise<JsonObject> {
    const answers: JsonObject = { ...this.#earlier, ...Object.fromEntries(accepted) };
    const inputRequests = Object.fromEntries(
      [...open].map(([key, { method, params }]) => [key, inputRequest(method, params)]),
    );
    const requestState = await this.#seal.seal(answers, this.#binding());
    return { resultType: 'input_required', inputRequests, requestState };
  }

  /** Who asks for what: state that was sealed for one caller and request opens for no other. */
  #binding(): string {
    const { carrier, method, params } = this.#exchange;
    const salient: JsonObject = { ...params };
    for (const name of NOT_SALIENT) delete salient[name];
    return canonicalJson([carrier.auth?.principal ?? null, method, salient]);
  }
}

/** The same question may be asked by several parts of a handler. */
function isSame(one: Question, other: Question): boolean {
  return one.method === other.method && canonicalJson(one.params) === canonicalJson(other.params);
}

function inputRequest(method: string, params: JsonObject | undefined): JsonObject {
  if (params === undefined) return { method };
  // 2025-11-25 only: in the modern era the request state ties the rounds together
  const { elicitationId: _legacyOnly, ...rest } = params;
  return { method, params: rest };
}

/** Answers are looked up by keys of handlers: `constructor` must not find what every object has. */
function memberOf(answers: JsonObject, key: string): JsonObject | undefined {
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  return isJsonObject(answer) ? answer : undefined;
}
