/** Numbers for session ids: a trace tells sessions apart and holds no id that could be used. */
export class SessionNumbers {
  readonly #numbers = new Map<string, number>();

  /** The member of an entry for the value of `mcp-session-id`. */
  of(header: string | string[] | undefined): { session?: number } {
    const id = Array.isArray(header) ? header[0] : header;
    if (id === undefined) return {};
    const known = this.#numbers.get(id);
    if (known !== undefined) return { session: known };
    const session = this.#numbers.size + 1;
    this.#numbers.set(id, session);
    return { session };
  }
}
