/**
 * The page with documents in it: evidence is put into the built page as text, and judged when the delivery is dropped on it, by the policy that
 * is in the page too.
 *
 *     pageWith(template, [{ path: 'december.lock.json', bytes }])
 */
import { dirname, join } from 'node:path';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { formatSpine } from '#core/json/write';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { statIfThere } from '#disk/path/stat-if-there';
import { readRegularFile } from '#disk/read/regular-file';
import { MANIFEST_NAME } from '#pack/document';
import { readManifest } from '#pack/read';
import { readPolicy } from '#sign/ops/policy-file';
import { sealsPathOf, shownSealsOf } from '#sign/ops/seals-file';
import type { Place } from '../contract.ts';
import { cannotRead } from '../refusals.ts';
import { findEvidence } from './find.ts';
import { signaturesBeside } from './foreign/beside.ts';
import { isPolicyFile } from './policy-kind.ts';
import { hasTimestamp } from './seals-beside.ts';

export interface PageDocument {
  /** The path that it has in the page. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** A policy by which the page judges, or a file that it names; absent for what is judged. */
  readonly trusted?: 'policy' | 'beside';
}

/** More would take a browser too long to open. */
const MAX_BYTES = 1 << 26;
/** The reports of a pack are short; what is longer stays with the delivery. */
const MAX_REPORT = 1 << 20;
const EMPTY = '<script type="application/json" id="evidence">[]</script>';

const MAX_BUILT = 1 << 24;

/** A file of the page that the build made. Throws `E_IO`. */
export function readBuilt(path: string): Uint8Array {
  try {
    return readRegularFile(path, { maxBytes: MAX_BUILT, follow: true });
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(path, osText(error));
  }
}

export function pageWith(template: Uint8Array, documents: readonly PageDocument[]): Uint8Array {
  const html = decodeUtf8(template);
  if (!html.includes(EMPTY)) throw new Error('the page has no place for documents');
  const list = documents.map(({ path, bytes, trusted }) => {
    return { base64: Buffer.from(bytes).toString('base64'), path, ...(trusted === undefined ? {} : { trusted }) };
  });
  // A script ends at the first `</script`, wherever it is.
  const text = formatSpine(list).replaceAll('<', '\\u003c');
  return encodeUtf8(html.replace(EMPTY, () => EMPTY.replace('[]', () => text)));
}

/**
 * The documents that `place` names: a file as it is, the evidence in a folder, a pack by its manifest and its reports, each with the signatures
 * and the timestamp beside it. A policy comes with the files that it names.
 */
export async function documentsAt(place: Place, name: string): Promise<readonly PageDocument[]> {
  const documents = statIfThere(place.path)?.isDirectory() === true ? await inFolder(place, name) : inFile(place, name);
  const size = documents.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size <= MAX_BYTES) return documents;
  throw new Refusal('E_IO', `the documents of ${place.given} have ${size} bytes, more than ${MAX_BYTES}: name fewer`, {
    path: place.given,
    bytes: size,
    most: MAX_BYTES,
  });
}

function inFile(place: Place, name: string): readonly PageDocument[] {
  const own = read(place, name);
  return isPolicyFile(place.path) ? inPolicy(place, { ...own, trusted: 'policy' }) : [own, ...beside(place, name)];
}

/** Throws `Refusal` for a policy that cannot be used. */
function inPolicy(place: Place, own: PageDocument): readonly PageDocument[] {
  const { signers, timestampRoots } = readPolicy(place, { digest: null }).policy;
  const roots = [...signers.flatMap(({ identity }) => identity?.root ?? []), ...timestampRoots];
  const files = new Set(roots.flatMap((root) => ('file' in root ? [root.file] : [])));
  const folder = dirname(place.path);
  return [
    own,
    ...[...files].map((file) => {
      const path = join(dirname(own.path), file);
      return { ...read({ given: file, path: joinPath(folder, file) }, path), trusted: 'beside' as const };
    }),
  ];
}

/** Seals, a timestamp and signatures of other programs. */
function beside(place: Place, name: string): readonly PageDocument[] {
  const { given, path } = place;
  const seals = { given: shownSealsOf(given), path: sealsPathOf(path) };
  const files = [
    ...(statIfThere(seals.path)?.isFile() === true ? [seals] : []),
    ...(hasTimestamp(path) ? [{ given: `${given}.tsr`, path: `${path}.tsr` }] : []),
    ...signaturesBeside(place),
  ];
  return files.map((file) => read(file, `${name}${file.path.slice(path.length)}`));
}

async function inFolder(place: Place, name: string): Promise<readonly PageDocument[]> {
  const { found } = await findEvidence(place, { depth: null });
  return found.flatMap((each) => {
    if (each.kind === null) throw each.refusal;
    const below = each.place.path === place.path ? name : join(name, each.place.path.slice(place.path.length + 1));
    const own = each.kind === 'pack' ? inPack(each.place, below) : [read(each.place, below)];
    return [...own, ...beside(each.place, below)];
  });
}

function inPack(place: Place, name: string): readonly PageDocument[] {
  const at = (path: string): Place => ({ given: `${place.given}/${path}`, path: join(place.path, path) });
  const manifest = read(at(MANIFEST_NAME), `${name}/${MANIFEST_NAME}`);
  const reports = readManifest(manifest.bytes, place.given).members.filter(({ path, type }) => {
    return type !== 'other' && (statIfThere(at(path).path)?.size ?? Number.POSITIVE_INFINITY) <= MAX_REPORT;
  });
  return [manifest, ...reports.map(({ path }) => read(at(path), `${name}/${path}`))];
}

function read({ given, path }: Place, name: string): PageDocument {
  try {
    return { path: name, bytes: readRegularFile(path, { maxBytes: MAX_BYTES, follow: true }) };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotRead(given, osText(error));
  }
}
