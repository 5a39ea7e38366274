/**
 * The bytes of a tool that an interpreter receives: the text that was hashed (K9), so that nothing outside the hash decides what runs. The
 * signature line is not hashed; it is replaced by an empty comment, so that line numbers stay the same.
 *
 *     runnableBytes('.sh', bytes of '#!/bin/sh\r\n# rye:signed:…\r\nset -e\r\n')     '#!/bin/sh\n#\nset -e\n'
 *
 * The original file may run if its bytes are that text, apart from the signature line: that line has a fixed form, without characters that could
 * end a comment.
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { type SignedText, splitSigned, withLine } from './integrity.ts';
import { type CommentMarks, commentOf } from './metadata/extensions.ts';
import { formatSignatureLine } from './signature-line.ts';

/** `bytes` are those of a tool that was already parsed. */
export function runnableBytes(extension: string, bytes: Uint8Array): Uint8Array {
  const text = splitSigned(extension, bytes);
  return encodeUtf8(isOneLine(text) ? text.content : withSignatureLine(text, emptyComment(extension)));
}

export function isRunnableUnchanged(extension: string, bytes: Uint8Array): boolean {
  const text = splitSigned(extension, bytes);
  const mark = text.signature === null ? '' : formatSignatureLine(extension, text.signature);
  return isSame(encodeUtf8(withSignatureLine(text, mark)), bytes);
}

function withSignatureLine({ content, signature }: SignedText, mark: string): string {
  return signature === null ? content : withLine(content, mark);
}

/** No other line follows whose number could change; and a CR at the end stays a lone CR. */
function isOneLine({ content, shebang }: SignedText): boolean {
  return shebang && !content.includes('\n');
}

function emptyComment(extension: string): string {
  const { open, close }: CommentMarks = commentOf(extension) ?? { open: '', close: '' };
  return close === '' ? open : `${open} ${close}`;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
