/**
 * A pack in a folder or an archive as a source: its manifest, and the locks among its members, as the manifest types them. A lock counts only
 * if it has the hash of the manifest; links are not followed, and nothing is unpacked.
 */
import { drain, observedSource, readWhole } from '#core/bytes/source';
import type { ByteSource } from '#core/ports';
import { Refusal } from '#core/refusal';
import { CHANGED } from '#disk/os-error';
import { newHasher, sha256Hex } from '#hashing/hashers';
import type { PackMember } from '#pack/document';
import { openPlace } from '#pack/ops/place';
import { type OpenPack, readMembers } from '#pack/ops/read-members';
import { readReference } from '#pack/ops/references';
import { type ReadManifest, readManifest } from '#pack/read';
import { REFERENCE_VERSION, type Reference, referencedPath } from '#pack/reference';
import { heapLimit } from '#threads/heap-limit';
import type { Described, EvidenceMember, Place } from '../../contract.ts';
import type { KindName } from '../../verdict.ts';
import type { FoundDocument } from '../../why/graph.ts';
import { fileHashes, foundDocument, type Looking, membersOf, type Source } from './source.ts';

/** The types of members that are evidence themselves. */
const NESTED: ReadonlyMap<string, KindName> = new Map([
  ['lockfile', 'lock'],
  ['chain-lock', 'chain-lock'],
  ['stack-lock', 'stack-lock'],
]);

export interface NestedMember {
  readonly member: PackMember;
  readonly kind: KindName;
}

/** Each path once. Ledgers are runs of another machine, and are not looked into. */
export function nestedIn(members: readonly PackMember[], passOver: (member: PackMember) => void): readonly NestedMember[] {
  const nested = new Map<string, NestedMember>();
  for (const member of members) {
    const kind = NESTED.get(member.type);
    if (kind !== undefined) nested.set(member.path, { member, kind });
    else if (member.type === 'ledger') passOver(member);
  }
  return [...nested.values()];
}

export const LEDGER_INSIDE = 'a ledger within a pack, not searched';

type Reader = (source: ByteSource, name: string) => Described;

const MAX_BYTES = 1 << 26;

/** The reader of each kind, from bytes that lie anywhere. */
const READERS: Readonly<Partial<Record<KindName, () => Promise<Reader>>>> = {
  async lock() {
    const [{ openLock }, { describeLock }] = await Promise.all([import('#lock/ops/open'), import('../lock.ts')]);
    return (source, name) =>
      describeLock(
        openLock(name, (read) => read(source)),
        null,
      );
  },
  async 'chain-lock'() {
    const [{ parseChainLock }, { describeChain }] = await Promise.all([import('#chain/document'), import('../chain.ts')]);
    return (source, name) => describeChain(parseChainLock(wholeOf(source, name), name), null);
  },
  async 'stack-lock'() {
    const [{ parseLockFile }, { describeStack }] = await Promise.all([import('#stack/ops/lock-file'), import('../stack.ts')]);
    return (source, name) => describeStack(parseLockFile(wholeOf(source, name), name), null);
  },
};

function wholeOf(source: ByteSource, name: string): Uint8Array {
  const bytes = readWhole(source, MAX_BYTES);
  if (bytes === null) throw new Refusal('E_IO', `cannot read ${name}: longer than ${MAX_BYTES} bytes`, { path: name });
  return bytes;
}

export async function openPackSource(place: Place, kind: 'pack' | 'pack-archive', looking: Looking): Promise<Source> {
  const { given } = place;
  const { unread } = looking;
  const { pack, bytes, manifest } = openPack(place);
  const { packId, created, note } = manifest;
  const names = [...bytesNames(bytes), ...(pack.place.kind === 'archive' ? archiveNames(place) : [])];
  const [digest = null] = names;
  const whole = foundDocument({ kind, path: given, tags: [], note, names }, { id: packId, digest, created });
  const nested = nestedIn(manifest.members, ({ path }) => looking.passOver(`${given}/${path}`, LEDGER_INSIDE));
  const readers = await readersOf(nested);
  const inner = [...readNested({ pack, nested, readers, unread })];
  return {
    documents: [whole, ...inner.map(([, document]) => document)],
    async scan(use) {
      const again = openPack(place);
      if (`sha256:${sha256Hex(again.bytes)}` !== digest) return unread(given, CHANGED);
      for (const { path, bytesHash } of again.manifest.members) use(0, { path, digest: bytesHash, size: null });
      for (const member of referencedFiles(again, unread)) use(0, member, 'names');
      const numbers = new Map(inner.map(([item], index) => [item, index + 1]));
      const reading = { pack: again.pack, nested: [...numbers.keys()], readers, unread };
      attempt(reading, (item, described) => {
        for (const member of membersOf(described)) use(numbers.get(item) as number, member);
      });
    },
  };
}

interface OpenedPack {
  readonly pack: OpenPack;
  readonly bytes: Uint8Array;
  readonly manifest: ReadManifest;
}

/** The files that the references of the pack stand for. Their bytes are elsewhere. */
function referencedFiles({ pack, manifest }: OpenedPack, unread: Looking['unread']): readonly EvidenceMember[] {
  const hashes = new Map(referencesIn(manifest.members).map(({ path, bytesHash }) => [path, bytesHash]));
  if (hashes.size === 0) return [];
  const found: EvidenceMember[] = [];
  try {
    readMembers(pack, hashes, (path, source) => {
      const { reference } = readReference(source);
      if (typeof reference === 'string') unread(`${pack.given}/${path}`, reference);
      else found.push(fileOf(path, reference));
    });
    return found;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    unread(pack.given, error.message);
    return [];
  }
}

/** `path` is that of the reference. */
export function fileOf(path: string, { bytesHash, size }: Reference): EvidenceMember {
  return { path: referencedPath(path), digest: bytesHash, size };
}

export function referencesIn(members: readonly PackMember[]): readonly PackMember[] {
  return members.filter(({ artifactVersion }) => artifactVersion === REFERENCE_VERSION);
}

function openPack({ given, path }: Place): OpenedPack {
  const place = openPlace(given, path, undefined, 'sha256');
  const bytes = place.manifestBytes();
  return { pack: { given, place }, bytes, manifest: readManifest(bytes, given, heapLimit) };
}

/** SHA-256 first. */
export function bytesNames(bytes: Uint8Array): readonly string[] {
  return (['sha256', 'blake3'] as const).map((algorithm) => {
    const hasher = newHasher(algorithm);
    hasher.update(bytes);
    return `${algorithm}:${hasher.digest()}`;
  });
}

function archiveNames(place: Place): readonly string[] {
  const { sha256, blake3 } = fileHashes(place);
  return [sha256, blake3];
}

/** The reader of a kind that `nestedIn` gives. */
export function readerOf(kind: KindName): Promise<Reader> {
  return (READERS[kind] as () => Promise<Reader>)();
}

async function readersOf(nested: readonly NestedMember[]): Promise<ReadonlyMap<KindName, Reader>> {
  const readers = new Map<KindName, Reader>();
  for (const { kind } of nested) if (!readers.has(kind)) readers.set(kind, await readerOf(kind));
  return readers;
}

interface NestedReading {
  readonly pack: OpenPack;
  readonly nested: readonly NestedMember[];
  readonly readers: ReadonlyMap<KindName, Reader>;
  readonly unread: Looking['unread'];
}

/** Those that have the hash of the manifest. If one is damaged, they are read one by one. */
function readNested(reading: NestedReading): ReadonlyMap<NestedMember, FoundDocument> {
  const { pack, nested } = reading;
  const found = new Map<NestedMember, FoundDocument>();
  const add: UseNested = (item, { id, created }, blake3) => {
    const { path, bytesHash } = item.member;
    const facts = { kind: item.kind, path: `${pack.given}/${path}`, tags: [], note: null, names: [bytesHash, blake3] };
    found.set(item, foundDocument(facts, { id, digest: bytesHash, created }));
  };
  if (attempt(nested.length > 1 ? { ...reading, unread: () => undefined } : reading, add)) return found;
  found.clear();
  if (nested.length === 1) return found;
  return new Map(nested.flatMap((item) => [...readNested({ ...reading, nested: [item] })]));
}

type UseNested = (item: NestedMember, described: Described, blake3: string) => void;

/** In one pass. Returns false if a member is damaged. */
function attempt(reading: NestedReading, use: UseNested): boolean {
  const { pack, nested, unread } = reading;
  try {
    if (nested.length > 0) readAll(reading, use);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    unread(nested.length === 1 ? `${pack.given}/${nested[0]?.member.path}` : pack.given, error.message);
    return false;
  }
}

function readAll({ pack, nested, readers, unread }: NestedReading, use: UseNested): void {
  const byPath = new Map(nested.map((item) => [item.member.path, item]));
  readMembers(pack, new Map(nested.map(({ member }) => [member.path, member.bytesHash])), (path, source) => {
    const item = byPath.get(path) as NestedMember;
    const name = `${pack.given}/${path}`;
    const hasher = newHasher('blake3');
    const hashed = observedSource(source, (bytes) => hasher.update(bytes));
    try {
      const described = (readers.get(item.kind) as Reader)(hashed, name);
      drain(hashed);
      use(item, described, `blake3:${hasher.digest()}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      unread(name, error.message);
    }
  });
}
