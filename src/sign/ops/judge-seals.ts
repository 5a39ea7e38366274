/**
 * Judges the seals beside a document: a line of the file is an envelope.
 *
 *     judgeSeals({ given: 'dec.lock.json.seals.jsonl', path: '/data/dec.lock.json.seals.jsonl' }, document, keyPort([]))
 */
import { errorCode, osText } from '#disk/os-error';
import { judgeEnvelope, type KeyPort, type SignedDocument } from '../judge-envelope.ts';
import type { JudgedSignature } from '../judged.ts';
import { cannotReadSigned } from '../refusals.ts';
import { readSeals } from './seals-file.ts';

export interface SealsPlace {
  readonly given: string;
  readonly path: string;
}

const NEWLINE = 0x0a;

/** Empty if there is no such file. Throws `Refusal` if it cannot be read. */
export function judgeSeals({ given, path }: SealsPlace, document: SignedDocument, keys: KeyPort): readonly JudgedSignature[] {
  const bytes = sealsOrRefusal(given, path);
  return bytes === null ? [] : judgeSealLines(bytes, { given, isOwn: true }, document, keys);
}

/** `isOwn`: the lines of a seals file; an envelope that others wrote may have more than one line. */
export function judgeSealLines(
  bytes: Uint8Array,
  { given, isOwn }: { readonly given: string; readonly isOwn: boolean },
  document: SignedDocument,
  keys: KeyPort,
): readonly JudgedSignature[] {
  if (!isOwn) return judgeEnvelope({ bytes, path: given, isLine: false }, document, keys);
  const judged: JudgedSignature[] = [];
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    for (const each of judgeEnvelope({ bytes: bytes.subarray(start, end), path: `${given}:${line}`, isLine: true }, document, keys))
      judged.push(each);
    start = end + 1;
  }
  return judged;
}

function sealsOrRefusal(given: string, path: string): Uint8Array | null {
  try {
    return readSeals(path);
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotReadSigned(given, osText(error));
  }
}
