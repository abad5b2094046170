/** Lets one piece of work at a time through, in the order of asking. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is our turn; calling the result ends it. */
  async next(): Promise<() => void> {
    const before = this.#last;
    let end: () => void = () => {};
    this.#last = new Promise<void>((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }
}
