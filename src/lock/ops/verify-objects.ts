/**
 * `lock verify --root s3://…` and `oci://…`: compares the members of a lock with the objects below a URL. The list and the members are both in byte order
 * and are compared step by step, so neither is kept in memory.
 *
 *     await verifyObjects(check, { tree, only: [], closed: false, least: 'read', etags: null })
 *
 * A member is checked in the cheapest way that is at least as strong as asked for.
 */
import { compareUtf8 } from '#core/bytes/order';
import type { Digest } from '#core/digest';
import type { Found } from '#core/found';
import { type Glob, isSelected } from '#core/glob/glob';
import type { PathRange } from '#core/path-range';
import { newHasher } from '#hashing/hashers';
import type { Watch } from '#hashing/watch';
import { eachInOrder } from '#store/tree/in-order';
import type { ListedObject, ObjectTree } from '#store/tree/tree';
import { parseFilter } from '#stream/filter';
import { keeperOf, type ObjectEntry, objectEntries } from '#stream/ops/scan-objects';
import { MemberFacts } from '../member.ts';
import { checkedOf, type MembersReport, type VerifyReport } from '../report.ts';
import { drawSample, type SampleQuestion } from '../sample.ts';
import { isAtLeast, type Strength, type WeakerStrength } from '../strength.ts';
import { type JudgedLock, judgeExtra, judgeMember, judgeSkippedPresent, judgeUnread, type MemberTally, newTally } from '../verify.ts';
import { noMatch } from '../verify-refusals.ts';
import { isExpectedLock, type LockfileCheck, reportOn } from './verify.ts';
import { leftOutBy, membersOfShard } from './verify-members.ts';

export interface ObjectCheck {
  readonly tree: ObjectTree;
  /** Only members that match one of these globs are checked. An empty list means all members. */
  readonly only: readonly Glob[];
  /** If true, objects that the lock does not list are failures. */
  readonly closed: boolean;
  readonly least: Strength;
  /** Reads only a sample of the members. */
  readonly sample?: SampleQuestion | undefined;
  /** Judges only the members and objects of one shard. Whether `only` selects anything is known only from all of them. */
  readonly keeps?: ((path: string) => boolean) | undefined;
  /** The range of that shard, where there is one: only its part of the list is requested. */
  readonly range?: PathRange | undefined;
  /** The ETags that the objects had when they were read, by path; null if none are known. */
  readonly etags: ReadonlyMap<string, string> | null;
  readonly watch?: Watch | undefined;
}

export async function verifyObjects(check: Omit<LockfileCheck, 'root'>, objects: ObjectCheck): Promise<VerifyReport> {
  return reportOn(check, isExpectedLock(check) ? await judgeObjects(check, objects) : null);
}

async function judgeObjects({ name, lock }: Omit<LockfileCheck, 'root'>, check: ObjectCheck): Promise<MembersReport> {
  const { tree, only, watch, keeps } = check;
  const tally = newTally(lock.members);
  const counts = { notSelected: 0 };
  const sample = check.sample && drawSample(check.sample, lock.members, only, newHasher);
  const own = keeps === undefined ? sample?.chosen : membersOfShard(lock, keeps).own;
  const progress = watch?.(own?.length ?? lock.members.count, () => null);
  try {
    await eachInOrder<Paired, Checked>(pairs(lock, check, { tally, counts, own }), {
      width: tree.pace.width,
      ask: (paired) => examine(paired, check),
      deliver({ path, bytesHash, size, index }, found) {
        if (typeof found === 'string') judgeUnread(tally, path, found, check.least);
        else judgeMember(tally, { path, bytesHash, size }, found, index);
        progress?.advance(1);
      },
    });
  } finally {
    progress?.done();
  }
  const members = { ...tally, root: tree.url, ...leftOutBy(lock, only, sample, counts.notSelected), hints: [], isStore: true };
  if (keeps === undefined && only.length > 0 && checkedOf(members) === 0) throw noMatch(name, only, lock.members);
  return members;
}

/** A member, and the listed object of its name; null if there is none. */
interface Paired {
  readonly index: number;
  readonly path: string;
  readonly bytesHash: string;
  readonly size: number | bigint;
  readonly object: ListedObject | null;
}

type Checked = Found | WeakerStrength;

interface Judging {
  readonly tally: MemberTally;
  readonly counts: { notSelected: number };
  /** The numbers of the members that are asked about, ascending; undefined for all. */
  readonly own: Uint32Array | undefined;
}

async function* pairs(
  lock: JudgedLock,
  { tree, only, closed, keeps, range }: ObjectCheck,
  { tally, counts, own }: Judging,
): AsyncGenerator<readonly Paired[], void, undefined> {
  const { members } = lock;
  const facts = new MemberFacts();
  const isInScope = keeperOf(parseFilter(lock.scope ?? NO_RULES));
  let index = 0;
  const isOwn = own === undefined ? (): boolean => true : isNextOf(own);
  const take = (object: ListedObject | null): readonly Paired[] => {
    const at = index++;
    if (!isOwn(at)) return [];
    const { path, bytesHash, size } = facts.of(members.entry(at));
    if (isSelected(only, path)) return [{ index: at, path, bytesHash, size, object }];
    counts.notSelected++;
    return [];
  };
  // The list is that of the range already, by the bytes of the names.
  const isOfShard = (name: string): boolean => range !== undefined || keeps?.(name) !== false;
  const isLookedFor = (name: string): boolean => closed && isOfShard(name) && isInScope(name) && isSelected(only, name);
  for await (const page of objectEntries(tree, { filter: parseFilter(NO_RULES), ...(range === undefined ? {} : { range }) })) {
    const found: Paired[] = [];
    for (const entry of page) {
      const name = entry.relativePath;
      const isName = entry.skip?.code !== 'E_NAME';
      while (isName && index < members.count && compareUtf8(members.path(index), name) < 0) found.push(...take(null));
      if (isName && index < members.count && members.path(index) === name) found.push(...take(entry.object));
      else if (isLookedFor(name)) judgeOther(tally, lock, entry);
    }
    yield found;
  }
  while (index < members.count) {
    const rest: Paired[] = [];
    while (index < members.count && rest.length < PAGE) rest.push(...take(null));
    yield rest;
  }
}

/** For members that are walked in their order. */
function isNextOf(own: Uint32Array): (index: number) => boolean {
  let next = 0;
  return (index) => {
    if (own[next] !== index) return false;
    next++;
    return true;
  };
}

const PAGE = 1000;
const NO_RULES = { include: [], exclude: [] };

/** `--closed`: an object that is no member. The marker of a folder is no file. */
function judgeOther(tally: MemberTally, { skippedPaths }: JudgedLock, { relativePath, object, skip }: ObjectEntry): void {
  const { name, size } = object;
  if (size === 0 && (name === '' || name.endsWith('/'))) return;
  const hex = skip?.detail['name_hex'];
  const isSkipped = skippedPaths.get(relativePath)?.has(typeof hex === 'string' ? hex : null) === true;
  if (isSkipped) judgeSkippedPresent(tally, relativePath, size);
  else judgeExtra(tally, relativePath, size);
}

function examine({ path, bytesHash, size, object }: Paired, { tree, least, etags }: ObjectCheck): Checked | Promise<Checked> {
  if (object === null) return { kind: 'missing' };
  if (BigInt(object.size) !== BigInt(size)) return { kind: 'other size', size: object.size };
  if (tree.isContentAddressed === true && isOther(object.etag, bytesHash))
    return { kind: 'different', bytesHash: object.etag as Digest, size: object.size };
  const etag = etags?.get(path);
  const isUnchanged = object.etag !== null && etag === object.etag;
  if (isUnchanged && isAtLeast('etag-unchanged', least)) return 'etag-unchanged';
  // Of an object that was replaced, an equal size says nothing.
  const isReplaced = object.etag !== null && etag !== undefined && !isUnchanged;
  if (isAtLeast('size-only', least) && !isReplaced) return sized(tree, object);
  return isAtLeast('store-checksum', least) && bytesHash.startsWith('sha256:')
    ? stated(tree, object, bytesHash)
    : read(tree, object, bytesHash);
}

/** Whether the digest under which an object is stored is of the same kind as the pinned one, and another. */
function isOther(digest: string | null, pinned: string): boolean {
  return digest !== null && digest !== pinned && digest.split(':')[0] === pinned.split(':')[0];
}

/** The size in the list is that of the store, unless the list is somebody else's. */
function sized(tree: ObjectTree, object: ListedObject): Checked | Promise<Checked> {
  if (tree.sized === undefined) return 'size-only';
  return tree.sized(object).then((found): Checked => {
    if (found.kind !== 'sized') return notRead(found);
    return found.size === object.size ? 'size-only' : { kind: 'other size', size: found.size };
  });
}

/** By the checksum that the store states. If it states none, the object is read, which is stronger. */
async function stated(tree: ObjectTree, object: ListedObject, bytesHash: string): Promise<Checked> {
  const found = await tree.stated(object);
  if (found.kind !== 'stated') return notRead(found);
  if (found.sha256 === null) return read(tree, object, bytesHash);
  const said: Digest = `sha256:${found.sha256}`;
  return said === bytesHash ? 'store-checksum' : { kind: 'different', bytesHash: said, size: object.size };
}

async function read(tree: ObjectTree, object: ListedObject, bytesHash: string): Promise<Checked> {
  if (object.archived !== null) return { kind: 'unreadable', error: `it is archived (${object.archived})` };
  const algorithm = bytesHash.startsWith('blake3:') ? 'blake3' : 'sha256';
  const found = await tree.read(object, algorithm);
  if (found.kind !== 'read') return notRead(found);
  const actual: Digest = `${algorithm}:${found.hex}`;
  return actual === bytesHash ? { kind: 'proven', size: found.size } : { kind: 'different', bytesHash: actual, size: found.size };
}

function notRead(found: Exclude<Awaited<ReturnType<ObjectTree['read']>>, { readonly kind: 'read' }>): Found {
  if (found.kind === 'changed') return { kind: 'unreadable', error: 'changed while it was read' };
  return found;
}
