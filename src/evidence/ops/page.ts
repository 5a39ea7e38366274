/**
 * The page with documents in it: evidence is put into the built page as text, and judged when the delivery is dropped on it, by the policy that
 * is in the page too.
 *
 *     const documents = openDocuments();
 *     await documents.add({ given: 'december.lock.json', path }, 'december.lock.json');
 *     emitPage(template, documents.all(), write);
 */
import { dirname, join } from 'node:path';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { formatSpine } from '#core/json/write';
import { isRelPath, type RelPath } from '#core/path/rel-path';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import { isTaken } from '#disk/path/is-taken';
import { joinPath } from '#disk/path/join-path';
import { statIfThere } from '#disk/path/stat-if-there';
import { type ConfinedFolder, openConfined, ThroughLink } from '#disk/read/confined';
import { readRegularFile, readStart } from '#disk/read/regular-file';
import { MANIFEST_NAME } from '#pack/document';
import { enclosingPack } from '#pack/ops/enclosing-pack';
import { readManifest } from '#pack/read';
import { insidePack } from '#pack/refusals';
import { readPolicy } from '#sign/ops/policy-file';
import { checkRoots } from '#sign/ops/policy-trust';
import { sealsPathOf, shownSealsOf } from '#sign/ops/seals-file';
import type { Place } from '../contract.ts';
import { cannotRead, notAPage } from '../refusals.ts';
import { titleOfKind } from '../titles.ts';
import type { PassedOver } from '../verdict.ts';
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

/** Of all documents together: more would take a browser too long to open. */
const MAX_BYTES = 1 << 26;
/** The reports of a pack are short; what is longer stays with the delivery. */
const MAX_REPORT = 1 << 20;
/** At the start of every page. */
const TITLE = '<title>custody: verify evidence</title>';
const MAX_START = 1 << 12;
const LIST_START = '<script type="application/json" id="evidence">';
const LIST_END = '</script>';
/** A multiple of 3, so that only the last piece of base64 is padded. */
const PIECE = 3 << 18;

const MAX_BUILT = 1 << 24;

/** A file of the page that the build made. Throws `E_IO`. */
export function readBuilt(path: string): Uint8Array {
  try {
    return readRegularFile(path, { maxBytes: MAX_BUILT, follow: true });
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(path, osText(error));
  }
}

/**
 * Refuses to replace anything but a page: what is there may be evidence, also where the document that names it is far away. A page in a pack
 * would be an extra member.
 */
export function requirePagePlace({ given, path }: Place): void {
  if (isTaken(path) && !isPage(path)) throw notAPage(given);
  const pack = enclosingPack(path);
  if (pack !== null) throw insidePack(given, pack);
}

function isPage(path: string): boolean {
  if (statIfThere(path)?.isFile() !== true) return false;
  const start = new Uint8Array(MAX_START);
  return Buffer.from(start.subarray(0, readStart(path, start))).includes(TITLE);
}

/** Writes the page in pieces: as one text it would take several times the memory of the documents. */
export function emitPage(template: Uint8Array, documents: readonly PageDocument[], write: (bytes: Uint8Array) => void): void {
  const html = decodeUtf8(template);
  const at = html.indexOf(`${LIST_START}[]${LIST_END}`);
  if (at === -1) throw new Error('the page has no place for documents');
  const text = (piece: string): void => write(encodeUtf8(piece));
  text(`${html.slice(0, at)}${LIST_START}[`);
  for (const [index, { path, bytes, trusted }] of documents.entries()) {
    text(`${index === 0 ? '' : ','}{"base64":"`);
    for (let start = 0; start < bytes.length; start += PIECE) text(Buffer.from(bytes.subarray(start, start + PIECE)).toString('base64'));
    const rest = formatSpine({ path, ...(trusted === undefined ? {} : { trusted }) });
    // A script ends at the first `</script`, wherever it is.
    text(`",${rest.slice(1).replaceAll('<', '\\u003c')}`);
  }
  text(`]${html.slice(at + LIST_START.length + '[]'.length)}`);
}

/** The documents of one page. */
export interface Documents {
  /** Of each path the document that was added last. */
  all(): readonly PageDocument[];
  /**
   * Adds the documents that `place` names: a file as it is, the evidence in a folder, a pack by its manifest and its reports, each with the
   * signatures and the timestamp beside it. A policy comes with the files that it names. A page is sent to others, and a folder comes from
   * others: no link in it is followed, and no path in a manifest leads out of its pack. Returns what was found in a folder and is not in the page.
   */
  add(place: Place, name: string): Promise<readonly PassedOver[]>;
}

/** Refuses more documents than a page holds, before they are in memory. */
export function openDocuments(): Documents {
  const documents = new Map<string, PageDocument>();
  const room: Room = { left: MAX_BYTES };
  return {
    all: () => [...documents.values()],
    async add(place, name) {
      const isFolder = statIfThere(place.path)?.isDirectory() === true;
      const named = isFolder ? await inFolder(place, name, room) : { documents: inFile(place, name, room), passedOver: [] };
      for (const document of named.documents) documents.set(document.path, document);
      return named.passedOver;
    },
  };
}

/** How many bytes still fit into the page. */
interface Room {
  left: number;
}

interface NamedDocuments {
  readonly documents: readonly PageDocument[];
  readonly passedOver: readonly PassedOver[];
}

function inFile(place: Place, name: string, room: Room): readonly PageDocument[] {
  const own = read(place, name, { room, follow: true });
  return isPolicyFile(place.path) ? inPolicy(place, { ...own, trusted: 'policy' }, room) : [own, ...beside(place, name, room)];
}

/** Throws `Refusal` for a policy that cannot be used. A policy may come from others too: a file that it names is in the page only as a root. */
function inPolicy(place: Place, own: PageDocument, room: Room): readonly PageDocument[] {
  const loaded = readPolicy(place, { digest: null });
  checkRoots(loaded);
  const { signers, timestampRoots } = loaded.policy;
  const roots = [...signers.flatMap(({ identity }) => identity?.root ?? []), ...timestampRoots];
  const files = new Set(roots.flatMap((root) => ('file' in root ? [root.file] : [])));
  const folder = dirname(place.path);
  return [
    own,
    ...[...files].map((file) => {
      const path = join(dirname(own.path), file);
      return { ...read({ given: file, path: joinPath(folder, file) }, path, { room, follow: true }), trusted: 'beside' as const };
    }),
  ];
}

/** Seals, a timestamp and signatures of other programs. */
function beside(place: Place, name: string, room: Room): readonly PageDocument[] {
  const { given, path } = place;
  const seals = { given: shownSealsOf(given), path: sealsPathOf(path) };
  const files = [
    ...(isTaken(seals.path) ? [seals] : []),
    ...(hasTimestamp(path) ? [{ given: `${given}.tsr`, path: `${path}.tsr` }] : []),
    ...signaturesBeside(place),
  ];
  return files.map((file) => read(file, `${name}${file.path.slice(path.length)}`, { room }));
}

async function inFolder(place: Place, name: string, room: Room): Promise<NamedDocuments> {
  const { found, passedOver } = await findEvidence(place, { depth: null });
  const folders: PassedOver[] = [];
  const documents = found.flatMap((each) => {
    if (each.kind === null) throw each.refusal;
    // Of a bundle or a store no single document says what it is.
    if (each.kind !== 'pack' && statIfThere(each.place.path)?.isDirectory() === true) {
      folders.push({ path: each.place.given, reason: `a ${titleOfKind(each.kind)} stays with the delivery` });
      return [];
    }
    const below = each.place.path === place.path ? name : join(name, each.place.path.slice(place.path.length + 1));
    const own = each.kind === 'pack' ? inPack(each.place, below, room) : [read(each.place, below, { room })];
    return [...own, ...beside(each.place, below, room)];
  });
  return { documents, passedOver: [...folders, ...passedOver] };
}

function inPack(place: Place, name: string, room: Room): readonly PageDocument[] {
  const manifest = read({ given: `${place.given}/${MANIFEST_NAME}`, path: join(place.path, MANIFEST_NAME) }, `${name}/${MANIFEST_NAME}`, {
    room,
  });
  const pack = openConfined(place.path);
  const reports = readManifest(manifest.bytes, place.given).members.flatMap(({ path, type }) => {
    const bytes = type === 'other' || !isRelPath(path) ? null : reportIn(pack, path, place.given);
    if (bytes === null) return [];
    take(room, bytes.length, `${place.given}/${path}`);
    return [{ path: `${name}/${path}`, bytes }];
  });
  return [manifest, ...reports];
}

/** Null for what stays with the delivery: it is not there, too long, or not a file of the pack. */
function reportIn(pack: ConfinedFolder, path: RelPath, given: string): Uint8Array | null {
  try {
    return (statIfThere(join(pack.path, path))?.size ?? Number.POSITIVE_INFINITY) <= MAX_REPORT ? pack.read(path) : null;
  } catch (error) {
    if (error instanceof ThroughLink) return null;
    throw unreadable(error, `${given}/${path}`);
  }
}

function read(
  { given, path }: Place,
  name: string,
  { room, follow = false }: { readonly room: Room; readonly follow?: boolean },
): PageDocument {
  try {
    take(room, statIfThere(path)?.size ?? 0, given);
    return { path: name, bytes: readRegularFile(path, { maxBytes: MAX_BYTES, follow }) };
  } catch (error) {
    throw unreadable(error, given);
  }
}

function take(room: Room, bytes: number, given: string): void {
  room.left -= bytes;
  if (room.left >= 0) return;
  const message = `the documents have more than ${MAX_BYTES} bytes with ${given}: name fewer`;
  throw new Refusal('E_IO', message, { path: given, bytes: MAX_BYTES - room.left, most: MAX_BYTES });
}

function unreadable(error: unknown, given: string): unknown {
  if (errorCode(error) === undefined) return error;
  return cannotRead(given, errorCode(error) === 'ELOOP' ? 'a link, not followed; name the file itself' : osText(error));
}
