/**
 * Decodes the beginning of a file as text: UTF-16 after its byte order mark, else UTF-8. Encodings are not guessed.
 *
 *     decodeHead({ head: bytes of 'a,b\n', … })      { kind: 'text', text: 'a,b\n', encoding: 'utf-8' }
 */
import { withoutBom } from '#core/bytes/prefix';
import type { Ends } from '../../kinds/magic.ts';

export type HeadText =
  | { readonly kind: 'text'; readonly text: string; readonly encoding: string }
  /** `latin1` is not null if it may be a text in another encoding. */
  | { readonly kind: 'other'; readonly why: string; readonly latin1: string | null };

/** Controls that no text has; BEL, BS, TAB, LF, VT, FF, CR and ESC are in texts of terminals and printers. */
const CONTROL = /[\u0000-\u0006\u000e-\u001a\u001c-\u001f\u007f]/;

export function decodeHead({ head, size }: Pick<Ends, 'head' | 'size'>): HeadText {
  const [first, second] = head;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    // A character at the end of the head may be cut.
    const text = decoder.decode(encoding === 'utf-8' ? withoutBom(head) : head, { stream: head.length < size });
    return CONTROL.test(text) ? NOT_TEXT : { kind: 'text', text, encoding };
  } catch {
    const latin1 = Buffer.from(head).toString('latin1');
    return encoding === 'utf-8' && !CONTROL.test(latin1) ? { kind: 'other', why: OTHER_ENCODING, latin1 } : NOT_TEXT;
  }
}

const NOT_TEXT: HeadText = { kind: 'other', why: 'no known signature, and not text', latin1: null };
const OTHER_ENCODING = 'no known signature, and not UTF-8; perhaps text in another encoding, such as windows-1252';
