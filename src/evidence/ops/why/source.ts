/**
 * A piece of evidence that was found: the documents in it, and their members, which can be read again and again and are never kept. A pack is
 * a source of its manifest and of the locks among its members, a store one of all its packs.
 *
 *     const { documents, scan } = await openSource({ place, kind: 'lock' }, looking);
 *     await scan((document, member) => …)      document is an index of documents
 */
import { drain } from '#core/bytes/source';
import { CHANGED, errorCode, osText, UnusableFile } from '#disk/os-error';
import { withRegularFile } from '#disk/read/regular-file';
import { newHasher } from '#hashing/hashers';
import type { Described, EvidenceMember, Place } from '../../contract.ts';
import { cannotRead } from '../../refusals.ts';
import type { KindName } from '../../verdict.ts';
import type { FoundDocument } from '../../why/graph.ts';
import { isDigest } from '../../why/question.ts';
import type { Asked } from '../asked.ts';
import { kindOps } from '../table.ts';

export interface Source {
  readonly documents: readonly FoundDocument[];
  /** The first time, what was read when the source was opened is used, and is then forgotten. */
  scan(use: UseMember): Promise<void>;
}

/** A pack `holds` its members, and `names` the files that it has by reference; all others name their members. */
export type UseMember = (document: number, member: EvidenceMember, relation?: 'names') => void;

export interface Looking {
  readonly asked: Asked;
  /** Something could not be read, or not as what it is. */
  readonly unread: (path: string, reason: string) => void;
  /** Something was left out on purpose. */
  readonly passOver: (path: string, reason: string) => void;
  /** A folder for copies from a store; it is removed at the end. */
  readonly scratch: () => string;
}

export interface FoundKind {
  readonly place: Place;
  readonly kind: KindName;
}

/** A ledger is no source: its lines are runs. Throws `Refusal`. */
export async function openSource({ place, kind }: FoundKind, looking: Looking): Promise<Source> {
  if (kind === 'pack-store') return (await import('./store.ts')).openStoreSource(place, looking);
  if (kind === 'pack' || kind === 'pack-archive') return (await import('./pack.ts')).openPackSource(place, kind, looking);
  if (kind === 'snapshot') await reportProblems(place, looking);
  return openFile({ place, kind }, looking);
}

/** Files of a bundle that cannot be loaded, or are not what a bundle has. */
async function reportProblems(place: Place, { unread }: Looking): Promise<void> {
  const [{ loadBundle }, { parseBundle }] = await Promise.all([import('#replay/ops/load'), import('#replay/parse')]);
  const bundle = loadBundle(place);
  for (const { message } of [...bundle.problems, ...parseBundle(bundle.files, { asDoubles: true }).problems]) unread(place.given, message);
}

/** A document in a file of its own; that of a snapshot is in the folder. */
export async function openFile({ place, kind }: FoundKind, { asked, unread }: Looking): Promise<Source> {
  const ops = await kindOps(kind);
  const first = await ops.describe(place, asked);
  let unused: Described | null = first;
  const { sha256, blake3 } = fileHashes(kind === 'snapshot' ? below(place, 'snapshot.json') : place);
  return {
    documents: [foundDocument({ kind, path: place.given, tags: [], note: null, names: [sha256, blake3] }, { ...first, digest: sha256 })],
    async scan(use) {
      const read = unused ?? (await ops.describe(place, asked));
      unused = null;
      if (read.digest !== sha256) return unread(place.given, CHANGED);
      for (const member of membersOf(read)) use(0, member);
    },
  };
}

export function* membersOf({ members, named = [] }: Described): Generator<EvidenceMember> {
  yield* members;
  yield* named;
}

function below({ given, path }: Place, name: string): Place {
  return { given: `${given}/${name}`, path: `${path}/${name}` };
}

type Facts = Pick<FoundDocument, 'kind' | 'path' | 'tags' | 'note' | 'names'>;

export function foundDocument(facts: Facts, { id, digest, created }: Pick<Described, 'id' | 'digest' | 'created'>): FoundDocument {
  const names = id !== null && isDigest(id) ? [...facts.names, id] : facts.names;
  return { ...facts, id, digest, created, names };
}

export interface FileHashes {
  readonly sha256: string;
  readonly blake3: string;
  readonly size: number;
}

/** One read for both. Throws `E_IO`. */
export function fileHashes({ given, path }: Place): FileHashes {
  const [sha256, blake3] = [newHasher('sha256'), newHasher('blake3')];
  try {
    return withRegularFile(path, { follow: true }, ({ size, read }) => {
      const { source, isWhole } = read((bytes) => {
        sha256.update(bytes);
        blake3.update(bytes);
      });
      drain(source);
      if (!isWhole()) throw new UnusableFile(CHANGED);
      return { sha256: `sha256:${sha256.digest()}`, blake3: `blake3:${blake3.digest()}`, size };
    });
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(given, osText(error));
  }
}
