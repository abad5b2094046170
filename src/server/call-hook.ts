/** Calls a hook of the application that must not decide anything by failing: what it throws or rejects with goes to `onError`. */
export function callHook(hook: () => unknown, onError: (error: unknown) => void = ignore): void {
  try {
    const result = hook();
    if (result instanceof Promise) result.catch(onError);
  } catch (error) {
    onError(error);
  }
}

function ignore(): void {}
