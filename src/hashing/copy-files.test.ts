import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PACK_INSPECTORS } from '#pack/ops/inspectors';
import { LOOKS_LIKE_JSON, LOOKS_LIKE_YAML } from '#pack/ops/sniff';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import {
  CHANGED_DURING_READ,
  COPIED,
  type CopyAnswer,
  type CopyJob,
  copyFiles,
  NOT_REGULAR,
  UNREADABLE,
  UNWRITABLE,
} from './copy-files.ts';
import { BUFFER } from './hash-file.ts';
import { newHasher } from './hashers.ts';

const MIB = 1 << 20;
const scratch = scratchFolder('copy-files');
const newFolder = (): string => fs.mkdtempSync(join(scratch, 'case-'));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function blake3(bytes: Uint8Array): string {
  const hasher = newHasher('blake3');
  hasher.update(bytes);
  return hasher.digest();
}

/** Bytes of every value, different for each `seed`. */
function someBytes(length: number, seed = 1): Buffer {
  return Buffer.alloc(length, Buffer.from(Array.from({ length: 1021 }, (_, i) => (i * 31 + seed * 7) & 0xff)));
}

function copyAll<T>(jobs: readonly CopyJob<T>[], threads = 1): [T, CopyAnswer][] {
  const answers: [T, CopyAnswer][] = [];
  let next = 0;
  copyFiles(
    () => jobs[next++],
    { threads, inspect: PACK_INSPECTORS },
    (item, answer) => void answers.push([item, answer]),
  );
  return answers;
}

function copyOne(from: string, to: string, options: Partial<CopyJob<null>> = {}): CopyAnswer {
  return copyAll([{ item: null, from, to, ...options }])[0]?.[1] as CopyAnswer;
}

describe('copyFiles()', () => {
  test.each([0, 1, 2048, BUFFER - 1, BUFFER, BUFFER + 1, 3 * MIB + 7, 33 * MIB])('writes exactly the %i bytes that it hashes', (length) => {
    const folder = newFolder();
    const bytes = someBytes(length);
    fs.writeFileSync(join(folder, 'a'), bytes);
    const answer = copyOne(join(folder, 'a'), join(folder, 'b'), { alsoBlake3: true });
    expect(answer).toEqual({ status: COPIED, size: length, hex: sha256(bytes), errno: 0, looks: 0, blake3: blake3(bytes) });
    expect(fs.readFileSync(join(folder, 'b')).equals(bytes)).toBe(true);
  });

  test.each([1, 4])('answers in the order of the jobs, with short and long files mixed, with %i threads', (threads) => {
    const folder = newFolder();
    const bytes = Array.from({ length: 40 }, (_, i) => someBytes(i % 8 === 0 ? 2 * MIB + i : i * 100, i));
    for (const [i, each] of bytes.entries()) fs.writeFileSync(join(folder, `a${i}`), each);
    const jobs = Array.from({ length: 3000 }, (_, i) => ({
      item: i,
      from: join(folder, `a${i % (i < 40 ? 40 : 7)}`),
      to: join(folder, `b${i} \u{e9}`),
      isKnownRegular: i % 2 === 0,
      alsoBlake3: i % 3 === 0,
    })).filter(({ item }) => item < 40 || item % 7 !== 0);
    const wrong = copyAll(jobs, threads).filter(([i, { status, hex, blake3: other }], at) => {
      const expected = bytes[i % (i < 40 ? 40 : 7)] as Buffer;
      const isSame = fs.readFileSync(join(folder, `b${i} \u{e9}`)).equals(expected);
      const isWitnessed = other === (i % 3 === 0 ? blake3(expected) : '');
      return !(i === jobs[at]?.item && status === COPIED && hex === sha256(expected) && isSame && isWitnessed);
    });
    expect(wrong).toEqual([]);
  });

  test('reports what a file looks like, judged by the bytes it copies', () => {
    const folder = newFolder();
    const texts: Record<string, [string, number]> = {
      json: ['{"version":"rvl.v0"}', LOOKS_LIKE_JSON],
      yaml: ['schema_version: 1\nprofile_id: a\n', LOOKS_LIKE_YAML],
      csv: ['a,b\n', 0],
      empty: ['', 0],
      'long json': [`{"a":"${'x'.repeat(2 * MIB)}"}`, LOOKS_LIKE_JSON],
      'long csv': ['a,b\n'.repeat(MIB), 0],
    };
    for (const [name, [text]] of Object.entries(texts)) fs.writeFileSync(join(folder, name), text);
    const jobs = Object.keys(texts).map((name) => ({ item: name, from: join(folder, name), to: join(folder, `${name}.copy`) }));
    const looks = copyAll(jobs).map(([name, answer]) => [name, answer.looks]);
    expect(looks).toEqual(Object.entries(texts).map(([name, [, each]]) => [name, each]));
  });

  test('makes the copy with the usual permissions, whatever those of the source', () => {
    const folder = newFolder();
    fs.writeFileSync(join(folder, 'a'), 'x', { mode: 0o700 });
    copyOne(join(folder, 'a'), join(folder, 'b'));
    expect(fs.statSync(join(folder, 'b')).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test('never overwrites an existing file', () => {
    const folder = newFolder();
    for (const name of ['a', 'b']) fs.writeFileSync(join(folder, name), name);
    fs.symlinkSync('nowhere', join(folder, 'link'));
    fs.writeFileSync(join(folder, 'long'), someBytes(2 * MIB));
    for (const from of ['a', 'long']) {
      for (const to of ['b', 'link']) {
        expect(copyOne(join(folder, from), join(folder, to))).toMatchObject({ status: UNWRITABLE, errno: -17, hex: '' });
      }
    }
    expect(fs.readFileSync(join(folder, 'b'), 'utf8')).toBe('b');
    expect(fs.readdirSync(folder).sort()).toEqual(['a', 'b', 'link', 'long']);
  });

  test('reports why a copy failed, and leaves no file', () => {
    const folder = newFolder();
    fs.writeFileSync(join(folder, 'a'), 'x');
    fs.mkdirSync(join(folder, 'sub'));
    fs.symlinkSync('a', join(folder, 'link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const cases: [string, string, boolean, number, number][] = [
      ['missing', 'to', true, UNREADABLE, -2],
      ['sub', 'to', true, NOT_REGULAR, 0],
      ['sub', 'to', false, NOT_REGULAR, 0],
      ['link', 'to', true, UNREADABLE, -40],
      ['pipe', 'to', true, NOT_REGULAR, 0],
      ['pipe', 'to', false, NOT_REGULAR, 0],
      ['a', 'no/to', true, UNWRITABLE, -2],
      ['a', 'x'.repeat(300), true, UNWRITABLE, -36],
      ['a', 'x'.repeat(30_000), true, UNREADABLE, -36],
    ];
    for (const [from, to, isKnownRegular, status, errno] of cases) {
      const answer = copyOne(join(folder, from), join(folder, to), { isKnownRegular });
      expect([from, answer.status, answer.errno]).toEqual([from, status, errno]);
    }
    expect(copyOne('/proc/version', join(folder, 'to')).status).toBe(CHANGED_DURING_READ);
    expect(copyOne(join(folder, 'link'), join(folder, 'to'), { isKnownRegular: false }).status).toBe(COPIED);
    expect(fs.readdirSync(folder).sort()).toEqual(['a', 'link', 'pipe', 'sub', 'to']);
  });

  test.each([1, 3])('leaves no thread writing when deliver throws, with %i threads', (threads) => {
    const folder = newFolder();
    fs.mkdirSync(join(folder, 'to'));
    fs.writeFileSync(join(folder, 'a'), someBytes(40 * MIB));
    fs.writeFileSync(join(folder, 'b'), 'b');
    let next = 0;
    const run = (): void =>
      copyFiles(
        () => ({ item: next, from: join(folder, next % 200 === 1 ? 'a' : 'b'), to: join(folder, 'to', `${next++}`) }),
        { threads, inspect: PACK_INSPECTORS },
        (item) => {
          if (item === 1200) throw new Error('enough');
          fs.rmSync(join(folder, 'to', `${item}`));
        },
      );
    expect(run).toThrow('enough');
    fs.rmSync(join(folder, 'to'), { recursive: true });
    expect(fs.existsSync(join(folder, 'to'))).toBe(false);
  });
});
