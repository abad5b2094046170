/** A promise that a test settles by hand. */
export class Gate<T = void> {
  readonly promise: Promise<T>;
  open: (value: T) => void = () => {};
  fail: (error: unknown) => void = () => {};

  constructor() {
    this.promise = new Promise<T>((resolve, reject) => {
      this.open = resolve;
      this.fail = reject;
    });
    this.promise.catch(() => {});
  }
}
