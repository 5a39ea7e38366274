/** Compares two served locks, or two served packs, as `lock diff` and `pack diff` do. */
import type { JsonObject } from '#core/json/value';
import { Refusal } from '#core/refusal';
import { withRegularFile } from '#disk/read/regular-file';
import { newHasher } from '#hashing/hashers';
import { version } from '#installation/paths';
import { diffDocument, diffLocks } from '#lock/diff';
import { openLock } from '#lock/ops/open';
import { type JudgedLock, requireUntampered } from '#lock/verify';
import { diffManifests, type MemberPair, diffDocument as packDocument } from '#pack/diff';
import type { PackMember } from '#pack/document';
import { diffPacks } from '#pack/ops/diff';
import type { ReadManifest } from '#pack/read';
import { requireDiffable } from '#pack/require-diffable';
import type { Entry } from '../../serve/catalog.ts';
import type { Access, PackAccess } from './source.ts';

export interface Side {
  readonly entry: Entry;
  readonly access: Access;
}

/** `lock-diff.v0` or `pack.diff.v0`. Throws `Refusal`, also if the two cannot be compared. */
export async function diffEntries(old: Side, now: Side): Promise<JsonObject> {
  if (old.access.pack !== undefined && now.access.pack !== undefined) return diffServedPacks(old, old.access.pack, now, now.access.pack);
  if (old.entry.kind !== 'lock' || now.entry.kind !== 'lock') throw notComparable(old.entry, now.entry);
  const names = { old: old.entry.path, new: now.entry.path };
  return diffDocument(diffLocks(await lockOf(old), await lockOf(now)), names, version);
}

/** Refuses a lock whose own hash is wrong: it is not compared. */
async function lockOf({ entry, access }: Side): Promise<JudgedLock> {
  if (access.document === undefined) throw new TypeError('a lock is a document');
  const lock = await access.document((path) =>
    openLock(entry.path, (read) => withRegularFile(path, { follow: true }, (file) => read(file.read().source))),
  );
  return requireUntampered(entry.path, lock);
}

async function diffServedPacks(old: Side, oldPack: PackAccess, now: Side, nowPack: PackAccess): Promise<JsonObject> {
  const [before, after] = [await trusted(old, oldPack), await trusted(now, nowPack)];
  const read = diffManifests(before, after).changed.filter(isRead);
  const membersOf = (side: 'a' | 'b'): readonly PackMember[] => read.map((pair) => pair[side]);
  return oldPack.within(membersOf('a'), (a) => nowPack.within(membersOf('b'), async (b) => packDocument(diffPacks(a, b))));
}

async function trusted({ entry }: Side, pack: PackAccess): Promise<ReadManifest> {
  return requireDiffable(await pack.manifest(), entry.path, newHasher);
}

/** The members whose content a comparison may need: reports and locks. */
function isRead({ a, b }: MemberPair): boolean {
  return [a, b].every(({ type }) => type === 'lockfile' || type === 'report' || type === 'artifact');
}

function notComparable(old: Entry, now: Entry): Refusal {
  const message = `two locks or two packs can be compared, found a ${old.kind} and a ${now.kind}`;
  return new Refusal('E_NOT_RECOGNISED', message, { old: old.path, new: now.path });
}
