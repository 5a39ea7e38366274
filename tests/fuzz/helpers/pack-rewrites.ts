/**
 * The manifest of a small pack, and what somebody would make of it who knows how to compute a pack_id: fields removed, added and mistyped,
 * members doubled, dropped and shuffled, paths that lead elsewhere.
 *
 *     rewritten(7)     {"created":…,"members":[{"path":"../pipe",…}],"pack_id":"sha256:…",…}
 */
import { createHash } from 'node:crypto';
import { sealManifest } from '../../pack/seal-manifest.ts';
import { type Dice, dice } from './dice.ts';

/** In the byte order of their paths. */
export const FILES: Readonly<Record<string, string>> = {
  'a.lock.json': '{"version":"lock.v0"}',
  'inner/manifest.json': '{"members":[],"pack_id":"sha256:00","version":"pack.v0"}',
  'sub/rvl.json': '{"outcome":"REAL_CHANGE","version":"rvl.v0"}',
  'sub/\u{e9}\\".txt': 'text',
};
const TYPES: Readonly<Record<string, object>> = {
  'a.lock.json': { artifact_version: 'lock.v0', type: 'lockfile' },
  'inner/manifest.json': { artifact_version: 'pack.v0', type: 'pack' },
  'sub/rvl.json': { artifact_version: 'rvl.v0', type: 'report' },
};
/** What a file outside holds. */
export const SECRET = 'canary outside';

export interface Draft {
  members: Record<string, unknown>[];
  [field: string]: unknown;
}

export const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

export function draft(): Draft {
  const members = Object.entries(FILES).map(([path, text]) => ({ bytes_hash: sha256(text), path, type: 'other', ...TYPES[path] }));
  return {
    created: '2026-01-15T10:30:00Z',
    member_count: members.length,
    members,
    note: 'n\u{1}',
    tool_version: '0.1.0',
    version: 'pack.v0',
  };
}

/** What an attacker would put in the place of a path. */
export const PATHS: readonly string[] = [
  '../canary',
  '../pipe',
  '/canary',
  '/dev/null',
  'sub/../../pipe',
  'sub/../../canary',
  './a.lock.json',
  'a.lock.json/',
  'sub//rvl.json',
  '..\\pipe',
  'sub\\..\\..\\pipe',
  'C:\\pipe',
  'C:pipe',
  '\\pipe',
  '',
  '.',
  '..',
  '/',
  'sub',
  'a\u0000b',
  'manifest.json',
  'manifest.json/x',
  'MANIFEST.JSON',
  'a.lock.json',
  'sub/e\u{301}\\".txt',
  'x'.repeat(300),
  `${'x/'.repeat(3000)}x`,
  'a.lock.json/x',
  '~',
  '-',
  'toString',
  '__proto__',
  'constructor',
  'inner',
  'inner/manifest.json',
  '/dev/zero',
  '/proc/self/environ',
  'sub/rvl.json\n',
];
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  4,
  Number.MAX_SAFE_INTEGER,
  '',
  'sha256:',
  'lock.v0',
  'pack.v0',
  'verify.rules.v0',
  [],
  {},
  [[]],
  { version: 'pack.v0' },
];
const FIELDS = ['version', 'pack_id', 'created', 'note', 'tool_version', 'members', 'member_count', 'more', '__proto__', 'toString'];
const MEMBER_FIELDS = ['path', 'bytes_hash', 'type', 'artifact_version', 'more', '__proto__', 'constructor'];

/** Also of `__proto__`, as an ordinary key. */
export function put(object: Record<string, unknown>, field: string, value: unknown): void {
  Object.defineProperty(object, field, { value, enumerable: true, configurable: true, writable: true });
}

/** One change of the document's meaning. */
function changed(manifest: Draft, how: Dice): void {
  const members = manifest.members;
  if (!Array.isArray(members) || members.length === 0) return;
  const member = how.pick(members);
  const isObject = typeof member === 'object' && member !== null;
  switch (how.roll(9)) {
    case 0:
      return void delete manifest[how.pick(FIELDS)];
    case 1:
      return put(manifest, how.pick(FIELDS), how.pick(VALUES));
    case 2:
      return isObject ? void delete member[how.pick(MEMBER_FIELDS)] : undefined;
    case 3:
      return isObject ? put(member, how.pick(MEMBER_FIELDS), how.pick(VALUES)) : undefined;
    case 4:
    case 5:
      return isObject ? put(member, 'path', how.pick(PATHS)) : undefined;
    case 6:
      return void members.push(how.pick([structuredClone(member), { path: how.pick(PATHS), bytes_hash: sha256(SECRET), type: 'other' }]));
    case 7:
      return void members.splice(how.roll(members.length), 1);
    default:
      manifest.members = how.shuffled(members);
  }
}

/** By somebody who computes a new pack_id, and now and then corrects the count too. */
export function rewritten(seed: number): string {
  const how = dice(seed);
  const manifest = draft();
  for (let changes = 1 + how.roll(3); changes > 0; changes--) changed(manifest, how);
  if (how.roll(2) === 0 && Array.isArray(manifest.members)) put(manifest, 'member_count', manifest.members.length);
  return sealManifest(JSON.stringify(manifest));
}

/** True if the text names exactly the files that are there, each with the hash of its bytes. */
export function isTrue(text: string): boolean {
  const { members } = JSON.parse(text) as { members: { path: string; bytes_hash: string }[] };
  const said = members.map(({ path, bytes_hash }) => [path, bytes_hash]);
  return JSON.stringify(said) === JSON.stringify(Object.entries(FILES).map(([path, content]) => [path, sha256(content)]));
}
