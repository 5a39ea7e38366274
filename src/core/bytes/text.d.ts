/**
 * The only two globals beyond ECMAScript that a pure room may use: they encode and decode UTF-8. Every JavaScript host has them, and their
 * results depend only on their arguments.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  constructor(label: 'utf-8', options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
