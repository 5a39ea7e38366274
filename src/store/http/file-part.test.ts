import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type FilePart, hashPart, readPart } from './file-part.ts';

const folder = mkdtempSync(join(tmpdir(), 'custody-file-part-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, i) => i % 251));
const file = join(folder, 'file');
writeFileSync(file, bytes);
const sha256 = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex');

/** The bytes that were sent before the end, and the error. */
async function readAll(part: FilePart): Promise<{ readonly sent: Buffer; readonly error: unknown }> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of readPart(part)) pieces.push(piece);
    return { sent: Buffer.concat(pieces), error: undefined };
  } catch (error) {
    return { sent: Buffer.concat(pieces), error };
  }
}

it.each([
  [0, 600_000],
  [1, 300_000],
  [599_999, 1],
  [600_000, 0],
])('readPart() gives the bytes from %d on, %d of them', async (start, length) => {
  const wanted = bytes.subarray(start, start + length);
  const { sent, error } = await readAll({ file, start, length, sha256: sha256(wanted), fileSize: bytes.length });
  expect(error).toBeUndefined();
  expect(sent.equals(wanted)).toBe(true);
  expect(await hashPart({ file, start, length })).toBe(sha256(wanted));
});

it.each([600_000, 1, 0])('readPart() keeps the last piece of %d bytes back where they do not match the expected hash', async (length) => {
  const { sent, error } = await readAll({ file, start: 0, length, sha256: sha256(Buffer.from('other')) });
  expect(error).toMatchObject({ code: 'E_BAD_PACK' });
  expect(sent.length).toBeLessThan(Math.max(1, length));
});

it.each([5, 0])('readPart() refuses %d bytes of a file that became longer or shorter', async (length) => {
  const grown = join(folder, `grown-${length}`);
  writeFileSync(grown, bytes.subarray(0, length));
  appendFileSync(grown, 'more');
  expect((await readAll({ file: grown, start: 0, length, fileSize: length })).error).toMatchObject({ code: 'E_BAD_PACK' });
  expect((await readAll({ file: grown, start: 0, length: length + 5 })).error).toMatchObject({ code: 'E_BAD_PACK' });
});

it.each([
  ['a link', (at: string) => symlinkSync(file, at)],
  ['a folder', (at: string) => mkdirSync(at)],
  ['a pipe', (at: string) => spawnSync('mkfifo', [at])],
])('readPart() refuses %s', async (what, make) => {
  const at = join(folder, what);
  make(at);
  expect(await readAll({ file: at, start: 0, length: 5 })).toMatchObject({ sent: Buffer.alloc(0), error: { code: 'E_IO' } });
});

it('readPart() refuses a missing file', async () => {
  expect((await readAll({ file: join(folder, 'none'), start: 0, length: 0 })).error).toMatchObject({ code: 'E_IO' });
});
