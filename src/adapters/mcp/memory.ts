/** What a memory source gives: a text, and where it is from. */
export interface MemoryItem {
  readonly content: string;
  readonly metadata: {
    readonly uri: string;
    readonly name: string;
    readonly mimeType?: string;
  };
}

export interface MemoryQueryOptions {
  /** How many items at most, a whole number above 0. Default 5. */
  readonly k?: number;
  readonly signal?: AbortSignal;
}

/** Something that can be asked for texts. */
export interface MemorySource {
  readonly name: string;
  /** The best matches first. */
  query(text: string, options?: MemoryQueryOptions): Promise<MemoryItem[]>;
  /** Always rejects, with a `Fault` `not_writable` that says why. */
  write(item: unknown): Promise<never>;
}
