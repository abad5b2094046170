/** Signals that end a Node process without an `exit` event when nobody listens. */
const DEADLY_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How to end what this process owns, at once and without waiting. */
const killers = new Set<() => void>();

/**
 * Registers what must not outlive this process. `kill` is called when the process exits, by itself or by a signal
 * that nobody else listens to; it must work synchronously. The returned function takes the registration back; with
 * the last one the listeners on `process` are gone, too.
 */
export function killOnOwnExit(kill: () => void): () => void {
  if (killers.size === 0) listen();
  killers.add(kill);
  return () => {
    if (killers.delete(kill) && killers.size === 0) stopListening();
  };
}

function listen(): void {
  process.on('exit', killAll);
  // First in line, so that a listener of somebody else that is called once is still counted.
  for (const signal of DEADLY_SIGNALS) process.prependListener(signal, onSignal);
}

function stopListening(): void {
  process.off('exit', killAll);
  for (const signal of DEADLY_SIGNALS) process.off(signal, onSignal);
}

function killAll(): void {
  for (const kill of killers) kill();
}

/** Listening to a signal switches off what it does by default, so that is done here. */
function onSignal(signal: NodeJS.Signals): void {
  // Somebody else listens and decides; when they exit, the `exit` event comes here.
  if (process.listenerCount(signal) > 1) return;
  killAll();
  stopListening();
  process.kill(process.pid, signal);
}
