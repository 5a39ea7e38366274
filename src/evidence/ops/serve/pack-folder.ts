/** A pack in a served folder: its manifest, and the locks among its members, which count only if they have the hash of the manifest. */
import { posix } from 'node:path';
import { memorySource } from '#core/bytes/source';
import { isRelPath } from '#core/path/rel-path';
import { Refusal } from '#core/refusal';
import { SEALS_SUFFIX } from '#core/seals-name';
import { errorCode, osText } from '#disk/os-error';
import { closing, type PinnedFolder } from '#disk/read/pinned-folder';
import { type DirectoryEntry, readDirectory } from '#disk/walk/directory';
import { sha256Hex } from '#hashing/hashers';
import { MANIFEST_NAME, type PackMember } from '#pack/document';
import { openPlace } from '#pack/ops/place';
import { type ReadManifest, readManifest } from '#pack/read';
import { heapLimit } from '#threads/heap-limit';
import { LEDGER_INSIDE, type NestedMember, nestedIn, readerOf } from '../why/pack.ts';
import { documentAccess, joined, nameInPage, packAccess, servedFiles, type Wanted } from './folder-access.ts';
import { type Access, type Listing, MAX_DOCUMENT } from './source.ts';

export interface PackFolder {
  readonly root: PinnedFolder;
  /** The path of the pack below the root; empty for the root. */
  readonly below: string;
  /** The pack, while it is read. */
  readonly folder: PinnedFolder;
  /** The name of the pack as it is shown. */
  readonly path: string;
}

/** Throws `Refusal` if the manifest cannot be read. */
export async function readPackFolder({ root, below, folder, path }: PackFolder, into: Listing): Promise<void> {
  const bytes = openPlace(path, folder.path, undefined, 'sha256').manifestBytes();
  const manifest = readManifest(bytes, path, heapLimit);
  into.add(packEntry({ path, kind: 'pack', digest: `sha256:${sha256Hex(bytes)}`, tags: [] }, manifest, into), accessTo(root, below, path));
  for (const nested of nestedIn(manifest.members, ({ path: ledger }) => into.passOver(`${path}/${ledger}`, LEDGER_INSIDE)))
    await readNested({ root, below, folder, path }, nested, into);
}

type PackFacts = { readonly path: string; readonly kind: 'pack'; readonly digest: string; readonly tags: readonly string[] };

export function packEntry(facts: PackFacts, { packId, created, note, members }: ReadManifest, into: Listing) {
  const searched = into.packed(members.map(({ path, bytesHash }) => ({ path, digest: bytesHash, size: null })));
  return { ...facts, id: packId, created, note, members: members.length, within: null, searched };
}

async function readNested({ root, below, folder, path }: PackFolder, { member, kind }: NestedMember, into: Listing): Promise<void> {
  const given = `${path}/${member.path}`;
  try {
    if (!isRelPath(member.path)) return into.unread(given, 'the manifest names a path that is not safe');
    const [inner, name] = [posix.dirname(member.path), posix.basename(member.path)];
    const bytes = folder.within(joined('', inner), (inside) =>
      closing(inside.file(name), (file) => (file.size > MAX_DOCUMENT ? null : file.bytes())),
    );
    if (bytes === null) return into.unread(given, `longer than ${MAX_DOCUMENT} bytes`);
    const digest = `sha256:${sha256Hex(bytes)}`;
    if (digest !== member.bytesHash) return into.unread(given, 'its bytes are not those that the manifest names');
    const { id, created, memberCount, members } = (await readerOf(kind))(memorySource(bytes), given);
    const entry = { path: given, kind, id, digest, created, members: memberCount, tags: [], note: null, within: path };
    const place = { below: joined(below, inner), name, kind };
    into.add({ ...entry, searched: into.packed(members) }, documentAccess(root, place));
  } catch (error) {
    if (!(error instanceof Refusal) && errorCode(error) === undefined) throw error;
    into.unread(given, error instanceof Refusal ? error.message : osText(error));
  }
}

function accessTo(root: PinnedFolder, below: string, path: string): Access {
  const pack = packAccess(path, (use) =>
    root.within(below, (folder) => use({ given: path, place: openPlace(path, folder.path, undefined, 'sha256') })),
  );
  return {
    pack,
    async files() {
      const { members } = await pack.manifest();
      return servedFiles(root, [...wantedOf(below, members), ...extrasIn(root, below, members)]);
    },
  };
}

/** The manifest and the reports come first, so that other files are left out where not all of them fit. */
function* wantedOf(below: string, members: readonly PackMember[]): Generator<Wanted> {
  const name = nameInPage(below);
  yield { below, name: MANIFEST_NAME, inPage: `${name}/${MANIFEST_NAME}` };
  // The seals of the served folder itself would be beside it, and nothing outside of it is read.
  const seals = below === '' ? null : `${posix.basename(below)}${SEALS_SUFFIX}`;
  for (const isOther of [false, true])
    for (const { path, type } of members) {
      if ((type === 'other') !== isOther || !isRelPath(path)) continue;
      yield { below: joined(below, posix.dirname(path)), name: posix.basename(path), inPage: `${name}/${path}` };
    }
  if (seals !== null) yield { below: joined('', posix.dirname(below)), name: seals, inPage: seals, isOptional: true };
}

/** The number of extra files that are sent: one is enough for the page to say that the pack is not as it was sealed. */
const MOST_EXTRAS = 1000;

/** What else lies in the folder: without it the page would call a pack whole that the command line does not. */
function* extrasIn(root: PinnedFolder, below: string, members: readonly PackMember[]): Generator<Wanted> {
  const known = new Set([MANIFEST_NAME, ...members.map(({ path }) => path)]);
  const waiting = [''];
  let count = 0;
  for (let inner = waiting.pop(); inner !== undefined; inner = waiting.pop()) {
    const folder = { below: joined(below, posix.dirname(inner)), name: posix.basename(inner), inPage: `${nameInPage(below)}/${inner}` };
    const entries = entriesIfReadable(root, joined(below, inner));
    if (entries === null) yield { ...folder, reason: 'a folder that cannot be read' };
    for (const { name, kind } of entries ?? []) {
      const path = joined(inner, name);
      if (kind === 'directory') waiting.push(path);
      else if (!known.has(path)) {
        if (count++ === MOST_EXTRAS) return yield { ...folder, reason: 'more files that are no members than are given to a page' };
        yield { below: joined(below, inner), name, inPage: `${nameInPage(below)}/${path}` };
      }
    }
  }
}

function entriesIfReadable(root: PinnedFolder, below: string): readonly DirectoryEntry[] | null {
  try {
    return root.within(below, ({ path }) => readDirectory(path));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
