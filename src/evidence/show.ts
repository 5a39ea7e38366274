/**
 * `show.v0`: what a document says, for a person. Nothing is verified. Members are counted while they are read and never kept, so that a lock
 * of a million members needs no more memory than its own.
 *
 *     shownFrom({ kind: 'lock', path: 'dec.lock.json' }, stated).members.by_type     [{ name: 'csv', members: 2, bytes: 1856 }, …]
 */
import { compareUtf8 } from '#core/bytes/order';
import type { About, Fact } from './about.ts';
import type { EvidenceMember } from './contract.ts';
import type { KindName } from './verdict.ts';

type Count = number | bigint;

export interface StatedMember extends EvidenceMember {
  /** What the evidence says that it is; absent where only its name says so. */
  readonly type?: string;
}

/** What a document says. Members are made while they are read. */
export interface Stated {
  readonly id: string | null;
  readonly digest: string | null;
  readonly members: Iterable<StatedMember>;
  readonly about: About;
}

/** The fields have the names of the JSON format. */
export interface Shown {
  readonly version: 'show.v0';
  readonly kind: KindName;
  readonly path: string;
  readonly id: string | null;
  readonly digest: string | null;
  /** As the document writes it. */
  readonly created: string | null;
  readonly tools: Readonly<Record<string, string>>;
  readonly note: string | null;
  readonly facts: readonly Fact[];
  readonly members: ShownMembers;
  readonly skipped: {
    readonly count: number;
    readonly reasons: readonly { readonly reason: string; readonly count: number }[];
    readonly paths: readonly string[];
  };
  readonly details: readonly { readonly title: string; readonly items: readonly Fact[] }[];
  /** Always false: the document is read, and nothing is compared with it. */
  readonly verified: false;
}

export interface ShownMembers {
  readonly count: number;
  /** The sum of the known sizes; null if none is known. */
  readonly bytes: Count | null;
  /** How many members have no known size. */
  readonly without_size: number;
  /** The largest group first. */
  readonly by_folder: readonly MemberGroup[];
  readonly by_type: readonly MemberGroup[];
  readonly largest: readonly { readonly path: string; readonly size: Count; readonly digest: string | null }[];
}

export interface MemberGroup {
  /** `.` is the top folder. Null stands for all groups beyond the first 10,000. */
  readonly name: string | null;
  readonly members: number;
  readonly bytes: Count | null;
}

/** The kinds whose members are files with paths. */
const WITH_FOLDERS: ReadonlySet<KindName> = new Set(['lock', 'pack', 'pack-archive', 'snapshot', 'records']);
const WITH_FILES: ReadonlySet<KindName> = new Set([...WITH_FOLDERS, 'pack-store']);

export function shownFrom({ kind, path }: { readonly kind: KindName; readonly path: string }, stated: Stated): Shown {
  const { id, digest, about } = stated;
  const { created, tools, note, facts, skipped, details } = about;
  const members = tally(stated.members, {
    folders: WITH_FOLDERS.has(kind) || (kind === 'pack-store' && id !== null),
    files: WITH_FILES.has(kind),
  });
  return { version: 'show.v0', kind, path, id, digest, created, tools, note, facts, members, skipped, details, verified: false };
}

function tally(members: Iterable<StatedMember>, { folders, files }: { readonly folders: boolean; readonly files: boolean }): ShownMembers {
  const [byFolder, byType, largest] = [new Groups(), new Groups(), new Largest()];
  let [count, without, bytes] = [0, 0, null as Count | null];
  for (const member of members) {
    const { path, size, type } = member;
    count++;
    if (size === null) without++;
    else bytes = sum(bytes ?? 0, size);
    if (folders) byFolder.add(folderOf(path), size);
    const named = type ?? (folders ? extensionOf(path) : null);
    if (named !== null) byType.add(named, size);
    if (files) largest.add(member);
  }
  return { count, bytes, without_size: without, by_folder: byFolder.list(), by_type: byType.list(), largest: largest.list() };
}

/** Sizes are stated by the document, and may be up to 2^64. */
function sum(a: Count, b: Count): Count {
  const exact = typeof a === 'number' && typeof b === 'number' ? a + b : BigInt(a) + BigInt(b);
  return typeof exact === 'bigint' || Number.isSafeInteger(exact) ? exact : BigInt(a) + BigInt(b);
}

/** Document text is attacker-controlled: every member could have a folder of its own. */
const MAX_GROUPS = 10_000;

class Groups {
  readonly #groups = new Map<string | null, { members: number; bytes: Count | null }>();

  add(name: string, size: Count | null): void {
    const key = this.#groups.has(name) || this.#groups.size < MAX_GROUPS ? name : null;
    const group = this.#groups.get(key) ?? { members: 0, bytes: null };
    group.members++;
    if (size !== null) group.bytes = sum(group.bytes ?? 0, size);
    this.#groups.set(key, group);
  }

  list(): readonly MemberGroup[] {
    return [...this.#groups].map(([name, group]) => ({ name, ...group })).sort(byWeight);
  }
}

/** By bytes, then by number, then by name; the rest comes last. */
function byWeight(a: MemberGroup, b: MemberGroup): number {
  if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null);
  return descending(a.bytes ?? -1, b.bytes ?? -1) || b.members - a.members || compareUtf8(a.name, b.name);
}

function descending(a: Count, b: Count): number {
  return a === b ? 0 : a > b ? -1 : 1;
}

const LARGEST = 10;

class Largest {
  readonly #list: ShownMembers['largest'][number][] = [];

  add({ path, size, digest }: EvidenceMember): void {
    const smallest = this.#list.at(-1);
    if (size === null || (smallest !== undefined && this.#list.length === LARGEST && size <= smallest.size)) return;
    const at = this.#list.findIndex((each) => each.size < size);
    this.#list.splice(at < 0 ? this.#list.length : at, 0, { path, size, digest });
    if (this.#list.length > LARGEST) this.#list.pop();
  }

  list(): ShownMembers['largest'] {
    return this.#list;
  }
}

/** The first folder of a path: `tape/2025/loans.csv` is in `tape`. */
function folderOf(path: string): string {
  const at = path.indexOf('/');
  return at < 0 ? '.' : path.slice(0, at);
}

const EXTENSION = /[^./]\.([^./\s]{1,16})$/;

function extensionOf(path: string): string {
  return EXTENSION.exec(path)?.[1]?.toLowerCase() ?? 'no extension';
}
