/**
 * A folder of evidence as it is served. It stays open, and everything is read from level to level below it, without following a link: see
 * `disk/read/pinned-folder.ts`. The evidence in it is found as `custody verify` finds it, one folder at a time.
 */
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '#core/refusal';
import { errorCode, osText } from '#disk/os-error';
import { shownBelow } from '#disk/path/below';
import { statIfThere } from '#disk/path/stat-if-there';
import { closing, type PinnedFolder, pathOfOpen, pinFolder } from '#disk/read/pinned-folder';
import { sha256Hex } from '#hashing/hashers';
import { openFolderStore } from '#store/folder/store';
import type { Described, Place } from '../../contract.ts';
import { cannotRead } from '../../refusals.ts';
import type { Entry } from '../../serve/catalog.ts';
import type { KindName } from '../../verdict.ts';
import type { Asked } from '../asked.ts';
import { type FoundEvidence, findEvidence, TOO_DEEP } from '../find.ts';
import { kindOps } from '../table.ts';
import { bundleAccess, documentAccess, unopened } from './folder-access.ts';
import { readPackFolder } from './pack-folder.ts';
import { type EvidenceSource, type Listing, MAX_DOCUMENT } from './source.ts';
import { storeSource, type WithStore } from './store.ts';

const MAX_FOLDERS = 100_000;

/** Throws `E_IO` if it is no folder, or cannot be read. */
export function openFolderSource(place: Place, asked: Asked): EvidenceSource {
  const root = pinned(place);
  return {
    async read(into) {
      if (identityAt(place.path) !== root.identity)
        into.passOver(place.given, 'another folder has this name since the server was started; the one that had it is served');
      const waiting = [''];
      for (let count = 0; waiting.length > 0; count++) {
        const below = waiting.shift() as string;
        // Other requests are answered in between.
        await setImmediate();
        if (count === MAX_FOLDERS) return into.unread(below, `there are more than ${MAX_FOLDERS} folders`);
        for (const folder of await readFolder({ root, below, asked }, into)) waiting.push(folder);
      }
    },
    close: root.close,
  };
}

function pinned({ given, path }: Place): PinnedFolder {
  try {
    return pinFolder(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotRead(
      given,
      errorCode(error) === 'ENOTDIR' && statIfThere(path) ? 'not a folder, and not the URL of a store' : osText(error),
    );
  }
}

function identityAt(path: string): string | null {
  try {
    return closing(pinFolder(path), ({ identity }) => identity);
  } catch {
    return null;
  }
}

interface Visit {
  readonly root: PinnedFolder;
  /** The path of the folder below the root; empty for the root. */
  readonly below: string;
  readonly asked: Asked;
}

/** Returns the folders in it that are to be read. */
async function readFolder({ root, below, asked }: Visit, into: Listing): Promise<readonly string[]> {
  try {
    return await root.within(below, async (folder) => {
      const { found, passedOver, unknown } = await findEvidence(
        { given: below === '' ? '.' : below, path: folder.path },
        { depth: 0, mayBeEmpty: true },
      );
      into.unknown += unknown;
      for (const { path, reason } of passedOver) if (reason !== TOO_DEEP) into.passOver(path, reason);
      for (const each of found) await readEntry({ root, folder, below, asked }, each, into);
      return passedOver.filter(({ reason }) => reason === TOO_DEEP).map(({ path }) => path);
    });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    into.unread(below, osText(error));
    return [];
  }
}

interface Inside extends Visit {
  /** The folder at `below`, while it is read. */
  readonly folder: PinnedFolder;
}

async function readEntry(inside: Inside, { place, kind, refusal }: FoundEvidence, into: Listing): Promise<void> {
  const { folder, root, below, asked } = inside;
  const { given: path } = place;
  try {
    if (kind === null) throw refusal;
    const isFolder = place.path === folder.path;
    if (kind === 'pack-store') {
      const withStore: WithStore = (use) =>
        root.within(below, (store) => use(openFolderStore({ url: `file:${path}`, root: store.path }, { threads: 1, sync: false }), null));
      await storeSource(path, withStore, asked).read(into);
    } else if (isFolder && kind === 'pack') await readPackFolder({ root, below, folder, path }, into);
    else if (isFolder && kind === 'snapshot') {
      const { bytes, id } = await readSnapshot(folder);
      const searched = 'only the document of a snapshot bundle is read here';
      const digest = `sha256:${sha256Hex(bytes)}`;
      into.add({ ...entryOf(path, kind, { id, digest, created: null }), searched }, bundleAccess(root, below));
    } else if (isFolder || kind === 'file')
      into.add({ ...entryOf(path, kind, NOTHING), searched: 'its bytes are not read here' }, unopened(path));
    else await readOneFile(inside, { path, name: basename(place.path), kind }, into);
  } catch (error) {
    if (!(error instanceof Refusal) && errorCode(error) === undefined) throw error;
    into.unread(path, error instanceof Refusal ? error.message : osText(error));
  }
}

async function readOneFile(
  { root, folder, below, asked }: Inside,
  file: { path: string; name: string; kind: KindName },
  into: Listing,
): Promise<void> {
  const { path, name, kind } = file;
  await closing(folder.file(name), async (opened) => {
    const isArchive = kind === 'pack-archive';
    if (opened.size > MAX_DOCUMENT && !isArchive) return into.unread(path, `longer than ${MAX_DOCUMENT} bytes`);
    const place = { given: path, path: pathOfOpen(opened, shownBelow(folder.path, name)) };
    const described = await (await kindOps(kind)).describe(place, asked);
    const searched = into.packed(described.members);
    into.add({ ...entryOf(path, kind, described), members: described.memberCount, searched }, documentAccess(root, { below, name, kind }));
  });
}

async function readSnapshot(folder: PinnedFolder): Promise<{ readonly bytes: Uint8Array; readonly id: string | null }> {
  const [{ SNAPSHOT_FILE }, { parseBundle }, { expectedOf }] = await Promise.all([
    import('#replay/bundle'),
    import('#replay/parse'),
    import('#replay/expected'),
  ]);
  const bytes = closing(folder.file(SNAPSHOT_FILE), (file) => file.bytes());
  const { snapshot } = parseBundle([{ file: SNAPSHOT_FILE, collection: null, bytes }], { asDoubles: false });
  return { bytes, id: snapshot === null ? null : expectedOf(snapshot).text || null };
}

type Facts = Pick<Described, 'id' | 'digest' | 'created'>;

const NOTHING: Facts = { id: null, digest: null, created: null };

function entryOf(path: string, kind: KindName, { id, digest, created }: Facts): Omit<Entry, 'searched'> {
  return { path, kind, id, digest, created, members: null, tags: [], note: null, within: null };
}
