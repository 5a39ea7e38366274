/**
 * A pack inside a pack (`--deep`): the inner manifest must match its own pack_id, and its members must lie beside it: all of them, nothing
 * else, and the same bytes that the outer manifest names.
 *
 *     november/manifest.json says a.csv, the outer pack holds november/a.csv and november/b.csv      EXTRA_MEMBER november/b.csv
 */
import type { NewHasher } from '#core/ports';
import { MANIFEST_NAME, type PackMember } from './document.ts';
import type { Finding } from './findings.ts';
import type { ReadManifest } from './read.ts';
import { judgeManifest, readableMembers } from './verify.ts';

export interface NestedPlace {
  /** Of the inner manifest in the outer pack. */
  readonly path: string;
  /** Other members of the outer pack in the folder of that manifest, or below. */
  readonly beside: readonly PackMember[];
}

/** Findings carry paths of the outer pack. */
export function judgeNested({ path, beside }: NestedPlace, inner: ReadManifest, newHasher: NewHasher): readonly Finding[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const itself = judgeManifest(inner, newHasher).map((finding) => ({
    ...finding,
    path: finding.path === undefined ? path : folder + finding.path,
  }));
  // A manifest under another name is a document; under its own it is a pack, and one without its members is not whole.
  const isPack = path === `${folder}${MANIFEST_NAME}`;
  return isPack ? [...itself, ...judgeMembers(folder, beside, inner)] : itself;
}

function judgeMembers(folder: string, beside: readonly PackMember[], inner: ReadManifest): readonly Finding[] {
  const found = new Map(beside.map((member) => [member.path.slice(folder.length), member]));
  const wanted = readableMembers(inner);
  const names = new Set(wanted.map(({ path }) => path));
  const extras = [...found.keys()].filter((name) => !names.has(name));
  return [
    ...wanted.flatMap((member) => judgeMember(folder, member, found.get(member.path))),
    ...extras.map((name): Finding => ({ code: 'EXTRA_MEMBER', path: folder + name })),
  ];
}

function judgeMember(folder: string, { path, bytesHash }: PackMember, found: PackMember | undefined): readonly Finding[] {
  if (found === undefined) return [{ code: 'MISSING_MEMBER', path: folder + path }];
  if (found.bytesHash === bytesHash) return [];
  return [{ code: 'HASH_MISMATCH', path: folder + path, expected: bytesHash, actual: found.bytesHash }];
}
