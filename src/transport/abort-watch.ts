/** What is done when a signal is aborted. */
export type AbortAction = (reason: unknown) => void;

const watches = new WeakMap<AbortSignal, AbortWatch>();

/**
 * Runs `action` when `signal` is aborted, once; not when it is aborted already. The returned function takes it off again,
 * and is to be called when whatever was watched for has ended.
 *
 * However many actions there are, a signal gets one listener: an application may hand one signal to a hundred calls,
 * and Node.js warns of a leak from the eleventh listener on.
 */
export function onAbort(signal: AbortSignal, action: AbortAction): () => void {
  let watch = watches.get(signal);
  if (watch === undefined) {
    watch = new AbortWatch(signal);
    watches.set(signal, watch);
  }
  const { actions } = watch;
  actions.add(action);
  return () => {
    // The last one takes the listener with it: a signal that has one is kept alive by what it depends on.
    if (actions.delete(action) && actions.size === 0) watches.get(signal)?.end();
  };
}

class AbortWatch {
  readonly actions = new Set<AbortAction>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this);
  }

  /** `EventListenerObject` */
  handleEvent(): void {
    const { reason } = this.#signal;
    this.end();
    for (const action of [...this.actions]) {
      // Taken off by one that ran before it.
      if (this.actions.delete(action)) action(reason);
    }
  }

  end(): void {
    watches.delete(this.#signal);
    this.#signal.removeEventListener('abort', this);
  }
}
