/**
 * The encoding that an HTML document declares, as browsers find it: in a `meta` element that begins within the first 1024 bytes.
 *
 *     <meta charset="iso-8859-1">                                                windows-1252, as the standard says
 *     <meta http-equiv="Content-Type" content="text/html; charset=shift_jis">    shift_jis
 *
 * A name that the standard does not know is ignored. A document whose `meta` can be read is not in UTF-16, whatever it declares.
 */
import type { Encoding } from './decode.ts';

const SEARCHED = 1024;
const LATIN = new TextDecoder('latin1');
const META = /<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;

export function declaredCharset(head: Uint8Array): Encoding | null {
  const start = LATIN.decode(head.subarray(0, SEARCHED)).replace(/<!--.*?-->/gs, '');
  const label = META.exec(start)?.[1];
  if (label === undefined) return null;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return null;
  }
}
