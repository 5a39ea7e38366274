/**
 * Finds manifest.json in an archive. `pack export` writes it as the first entry; other programs may write it anywhere. Memory is used for
 * the bytes that are really read, never for the size that the archive states. Hashes do not compress, so a manifest that is far larger than
 * its archive is refused. The reader of the manifest limits the number of its values.
 */
import { readWhole } from '#core/bytes/source';
import type { Refusal } from '#core/refusal';
import { MANIFEST_NAME, MAX_MANIFEST_LENGTH } from '../../document.ts';
import { badPack } from '../../refusals.ts';
import { type ArchiveQuestion, readArchive } from './read.ts';

/** The limit is the larger of this size in bytes and this multiple of the archive size. */
const ALWAYS_ALLOWED = 1 << 24;
const MAX_RATIO = 1000;

/** Reads no further than the end of the manifest. */
export function findManifest(question: ArchiveQuestion): Uint8Array {
  const { given } = question;
  let bytes: Uint8Array | null = null;
  let below: string | null = null;
  readArchive(question, ({ path, size }, body, archive) => {
    if (path.endsWith(`/${MANIFEST_NAME}`) && path.indexOf('/') === path.length - MANIFEST_NAME.length - 1) below ??= path;
    if (path !== MANIFEST_NAME) return undefined;
    const limit = Math.min(MAX_MANIFEST_LENGTH, Math.max(ALWAYS_ALLOWED, archive.size * MAX_RATIO));
    bytes = size > limit ? null : readWhole(body, limit);
    if (bytes === null) throw tooMuch(given, `expected a ${MANIFEST_NAME} of at most ${limit} bytes, found ${size}`);
    return 'stop';
  });
  if (bytes === null) throw badPack(given, `Cannot read ${MANIFEST_NAME}: not in the archive${below === null ? '' : whereItIs(below)}`);
  return bytes;
}

function tooMuch(given: string, message: string): Refusal {
  return badPack(given, message, { entry: MANIFEST_NAME });
}

/** `tar -cf dec.tar december/` writes the manifest one level down. */
function whereItIs(path: string): string {
  const folder = path.slice(0, path.indexOf('/'));
  return ` except for ${path}, one level down: pack export writes an archive of ${folder}, and so does tar -C ${folder}`;
}
