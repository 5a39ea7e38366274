/**
 * One block of PEM (RFC 7468) and nothing else: no text around it, no second block, no byte order mark, lines that end with LF only.
 *
 *     pemBlock('-----BEGIN PUBLIC KEY-----\nMCow…\n-----END PUBLIC KEY-----\n')     { label: 'PUBLIC KEY', bytes }
 */
import { BadKey } from './bad-key.ts';

export interface PemBlock {
  readonly label: string;
  readonly bytes: Buffer;
}

const BLOCK = /^-----BEGIN ([A-Z0-9 ]+)-----\n((?:[A-Za-z0-9+/=]+\n)*)-----END \1-----\n*$/;

/** The keys of tool chains may have spaces and empty lines between the letters, and lines that end with CR LF. */
const LOOSE_BLOCK = /^-----BEGIN ([A-Z0-9 ]+)-----\s([A-Za-z0-9+/=\s]*)-----END \1-----\s*$/;

/** One block in a looser form. Throws `BadKey`. */
export function loosePemBlock(text: string, wanted: string): PemBlock {
  const [, label, body = ''] = LOOSE_BLOCK.exec(text) ?? [];
  if (label === undefined) throw new BadKey(`${wanted}, found something else`);
  return { label, bytes: decoded(body.replaceAll(/\s/g, ''), wanted) };
}

/** `wanted` begins the message: 'expected one PEM block …'. Throws `BadKey`. */
export function pemBlock(text: string, wanted: string): PemBlock {
  const [, label, body] = BLOCK.exec(text) ?? [];
  if (label === undefined || body === undefined) throw new BadKey(`${wanted}, found ${pemFault(text)}`);
  return { label, bytes: decoded(body.replaceAll('\n', ''), wanted) };
}

function decoded(text: string, wanted: string): Buffer {
  const bytes = strictBase64(text);
  if (bytes === null) throw new BadKey(`${wanted}, found text that is not base64`);
  return bytes;
}

/** Node's decoder accepts anything, so the text is made again from the bytes. */
export function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

function pemFault(text: string): string {
  if (text.length === 0) return 'an empty text';
  if (text.includes('\r')) return 'lines that end with CR';
  const begins = text.split('-----BEGIN ').length - 1;
  if (begins > 1) return `${begins} blocks`;
  if (begins === 0) return 'no PEM';
  if (!text.startsWith('-----BEGIN ')) return 'text before the block';
  return text.includes('-----END ') ? 'a block of another form, or text after it' : 'a block without an end';
}
