const NUL = '\0';

/**
 * The last event id of a stream as the standard defines it: an `id` line takes effect at the next blank line, whether or
 * not there was data. The parser tells of events only, and a block without data is none.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#dispatchMessage
 */
export class LastEventId {
  #value = '';
  /** From the last `id` line. */
  #buffer = '';
  #isLineStart = true;
  /** The line that is coming, when it may become an `id` line. */
  #line: string | undefined;

  get value(): string {
    return this.#value;
  }

  /** Takes the next part of the stream, whose line ends are LF. Linear in its length. */
  push(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (this.#isLineStart) {
        if (text[at] === '\n') {
          this.#value = this.#buffer;
          at += 1;
          continue;
        }
        this.#isLineStart = false;
        this.#line = text[at] === 'i' ? '' : undefined;
      }
      const end = text.indexOf('\n', at);
      if (this.#line !== undefined) this.#line += text.slice(at, end === -1 ? text.length : end);
      if (end === -1) return;
      if (this.#line !== undefined) this.#take(this.#line);
      this.#isLineStart = true;
      at = end + 1;
    }
  }

  #take(line: string): void {
    if (line !== 'id' && !line.startsWith('id:')) return;
    const value = line.slice(line[3] === ' ' ? 4 : 3);
    if (!value.includes(NUL)) this.#buffer = value;
  }
}
