/**
 * A pack inside a pack (`--deep`). The inner manifest must match its own pack_id. Its members must be in the same folder: all of them, no
 * others, and with the hashes that the outer manifest has.
 *
 *     november/manifest.json lists a.csv; the outer pack has november/a.csv and november/b.csv      EXTRA_MEMBER november/b.csv
 */
import type { NewHasher } from '#core/ports';
import { MANIFEST_NAME, type PackMember } from './document.ts';
import type { Finding } from './findings.ts';
import type { ReadManifest } from './read.ts';
import { judgeManifest, readableMembers } from './verify.ts';

export interface NestedPlace {
  /** The path of the inner manifest in the outer pack. */
  readonly path: string;
  /** Other members of the outer pack in the folder of that manifest, or below it. */
  readonly beside: readonly PackMember[];
}

/** The findings have paths of the outer pack. */
export function judgeNested({ path, beside }: NestedPlace, inner: ReadManifest, newHasher: NewHasher): readonly Finding[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const itself = judgeManifest(inner, newHasher).map((finding) => ({
    ...finding,
    path: finding.path === undefined ? path : folder + finding.path,
  }));
  // Under another name, a manifest is only a document. With the name manifest.json it makes its folder a pack, and that pack must have all
  // its members.
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
