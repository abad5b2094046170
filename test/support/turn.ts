/** Resolves in the next turn of the event loop, after what is ready now. */
export function nextTurn(): Promise<void> {
  return new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
}
