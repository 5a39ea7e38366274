/**
 * What windows-1252 has in place of the control characters 0x80 to 0x9f of latin-1. The platform's decoder is not used for it: some versions
 * of Node take one of the two encodings for the other. Five bytes have no character there, and stay control characters.
 *
 *     windows1252('\x80')     '€'
 *     windows1252('\x81')     '\x81'
 */
const CHARACTERS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

export const CONTROLS = /[\x80-\x9f]/g;

export function windows1252(control: string): string {
  return CHARACTERS[control.charCodeAt(0) - 0x80] as string;
}
