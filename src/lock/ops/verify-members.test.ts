import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHashPool } from '#hashing/pool';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { sealedLock } from '../../../tests/lock/judged-lock.ts';
import type { MembersReport } from '../report.ts';
import { verifyMembers } from './verify-members.ts';

const BUFFER = 1 << 20;
const root = scratchFolder('verify-members');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const text = (path: string): string => (path.includes('long') ? path.repeat(BUFFER / 4) : path.includes('empty') ? '' : path);
/** In byte order. The folder `many` is listed, `few` has too few members for that. */
const members = [
  'few/a few/fifo few/link',
  'many/bytes many/empty many/empty-longer many/fifo many/folder many/link many/link-other many/long many/long-bytes many/long-longer',
  'many/longer many/missing many/shorter many/through/a many/x\u{fffd} many/zz',
].flatMap((names) => names.split(' '));

const lock = sealedLock({
  members: members.map((path) => ({ bytes_hash: `sha256:${sha256(text(path))}`, fingerprint: null, path, size: text(path).length })),
});

mkdirSync(join(root, 'many/folder'), { recursive: true });
mkdirSync(join(root, 'few'));
mkdirSync(join(root, 'elsewhere'));
for (const path of members) if (!/fifo|folder|link|missing|through|\ufffd/.test(path)) writeFileSync(join(root, path), text(path));
for (const path of ['few/fifo', 'many/fifo']) execFileSync('mkfifo', [join(root, path)]);
writeFileSync(join(root, 'elsewhere/link'), text('many/link'));
writeFileSync(join(root, 'elsewhere/a'), text('many/through/a'));
writeFileSync(join(root, 'elsewhere/few'), text('few/link'));
symlinkSync('../elsewhere/link', join(root, 'many/link'));
symlinkSync('../elsewhere/link', join(root, 'many/link-other'));
symlinkSync('../elsewhere/few', join(root, 'few/link'));
symlinkSync('../elsewhere', join(root, 'many/through'));
writeFileSync(join(root, 'many/bytes'), 'MANY/bytes');
writeFileSync(join(root, 'many/empty-longer'), 'x');
writeFileSync(join(root, 'many/long-bytes'), text('many/long-bytes').replace('m', 'M'));
writeFileSync(join(root, 'many/longer'), 'many/longer and more');
truncateSync(join(root, 'many/long-longer'), BUFFER * 5);
truncateSync(join(root, 'many/shorter'), 3);
// A name that is not UTF-8: the engine shows the last letter of the member in its place.
writeFileSync(Buffer.concat([Buffer.from(join(root, 'many/x')), Buffer.from([0xff])]), text('many/x\u{fffd}'));

/** With `confine` every member is looked at; without it, those in `many` are found in the listing of their folder. */
function verify(confine: string | null): MembersReport {
  const pool = openHashPool({ threads: 1, confine });
  try {
    return verifyMembers(lock, pool, { root, confine, only: [], closed: false, follow: true, lockfile: null });
  } finally {
    pool.close();
  }
}

const found = ({ verified, failures, skips, hints }: MembersReport): unknown => [
  verified,
  [...failures.inOrder()],
  [...skips.inOrder()],
  hints,
];

it('verifyMembers() finds the same of members that a listing shows as regular files as of members that it looks at', () => {
  const byListing = verify(null);
  expect(found(byListing)).toEqual(found(verify(root)));
  const failed = Array.from(byListing.failures.inOrder(), ({ path }) => path);
  const right = ['few/a', 'few/link', 'many/empty', 'many/link', 'many/long', 'many/through/a', 'many/zz'];
  expect(members.filter((path) => !failed.includes(path))).toEqual(right);
  expect(byListing.verified).toBe(right.length);
});

it('verifyMembers() judges a folder that cannot be listed by its members', () => {
  rmSync(join(root, 'many'), { recursive: true });
  expect(found(verify(null))).toEqual(found(verify(root)));
});
