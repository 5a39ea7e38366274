/**
 * The only two globals beyond ECMAScript that a pure room may use: UTF-8 in and out.
 * Every JavaScript engine with a host has them, and they depend on nothing but their argument.
 */
declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  constructor(label: 'utf-8', options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
