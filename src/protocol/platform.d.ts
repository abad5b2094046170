// The whole of what the codec asks of its platform, beyond the language itself.
// Everything here exists in browsers, Node, Deno, Bun and edge runtimes. This file takes part
// only in the compilation of src/protocol, where no platform types are loaded.

declare class TextEncoder {
  encode(input?: string): Uint8Array;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}

declare function btoa(binary: string): string;
declare function atob(base64: string): string;

declare class URL {
  constructor(url: string, base?: string);
  href: string;
  origin: string;
  protocol: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
}
