import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { zstdSink } from '#codecs/zstd/zstd';
import { MISSING } from '#core/found';
import type { ByteSource } from '#core/ports';
import { Refusal } from '#core/refusal';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { type DraftEntry, tarOf, textOf } from '../../../../tests/helpers/tar-archive.ts';
import { refusalOf } from '../../../../tests/helpers/to-refuse.ts';
import { MAX_MANIFEST_LENGTH } from '../../document.ts';
import type { Surveyed, Wanted } from '../survey.ts';
import { openArchive } from './archive.ts';
import { readArchive } from './read.ts';

const folder = scratchFolder('archive-place');
let count = 0;

const manifest: DraftEntry = { name: 'manifest.json', body: '{}' };

function zstd(bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  const sink = zstdSink({ write: (part) => parts.push(part) });
  sink.write(bytes);
  sink.finish();
  return Buffer.concat(parts);
}

function place(bytes: Uint8Array): ReturnType<typeof openArchive> {
  const path = join(folder, `${count++}`);
  writeFileSync(path, bytes);
  return openArchive('x.tar', path);
}

interface Asked extends Wanted {
  /** The members that were read for their content. */
  readonly texts: string[];
}

/** Members by path; none has the expected hash. */
function asking(members: Readonly<Record<string, 'hash' | 'content'>>): Asked {
  const texts: string[] = [];
  const paths = Object.keys(members).sort();
  return {
    texts,
    members: paths.map((path) => ({ path, bytesHash: '', type: 'other', artifactVersion: null })),
    reading: ({ path }) => members[path] ?? 'hash',
    read(index, source) {
      const text = textOf(source);
      texts.push(`${paths[index]} ${text}`);
      return { bytesHash: `sha256:${text}`, size: text.length };
    },
    pool: undefined as never,
  };
}

const bad = (message: string, detail = {}) => ['E_BAD_PACK', { pack: 'x.tar', ...detail }, message] as const;

describe('openArchive()', () => {
  const entries: readonly DraftEntry[] = [{ name: 'a', body: 'A' }, { name: 'd/b', body: 'B' }, manifest, { name: 'c', body: 'C' }];

  test.each([
    ['tar', (bytes: Buffer) => bytes],
    ['tar.zst', zstd],
  ])('finds the manifest of a %s anywhere and tells everything else, in order', (_, packed) => {
    const opened = place(packed(tarOf(entries)));
    expect(Buffer.from(opened.manifestBytes()).toString()).toBe('{}');
    expect(opened.input).toEqual({ path: 'x.tar', hash: null, bytes: null });
    const wanted = asking({ a: 'hash', 'd/b': 'content', none: 'hash' });
    const { found, extras, unreadable }: Surveyed = opened.survey(wanted);
    expect([0, 1, 2].map((index) => found.at(index) ?? MISSING)).toEqual([
      { kind: 'different', bytesHash: expect.stringMatching(/^sha256:559aea/), size: 1 },
      { kind: 'different', bytesHash: 'sha256:B', size: 1 },
      { kind: 'missing' },
    ]);
    expect([wanted.texts, extras, unreadable]).toEqual([['d/b B'], ['c'], []]);
    expect(opened.input).toMatchObject({ path: 'x.tar', hash: expect.stringMatching(/^blake3:[0-9a-f]{64}$/) });
  });

  test('recognises archives by their first bytes, never by their names', () => {
    for (const bytes of ['', 'x', '\x28\xb5\x2f', 'x'.repeat(5000)]) {
      const expected = bad('neither a folder, a tar nor a tar.zst: x.tar');
      expect(() => place(Buffer.from(bytes, 'latin1')).manifestBytes()).toRefuse(...expected);
    }
    mkdirSync(join(folder, 'folder'));
    expect(() => openArchive('x.tar', join(folder, 'folder')).manifestBytes()).toRefuse(
      ...bad('expected an archive, found a directory: x.tar'),
    );
    expect(() => openArchive('x.tar', '/dev/null').manifestBytes()).toRefuse(
      ...bad('expected an archive, found a character device: x.tar'),
    );
  });

  test('refuses an archive that does not exist, or has no manifest', () => {
    expect(() => openArchive('x.tar', join(folder, 'none')).manifestBytes()).toRefuse(
      ...bad('Cannot read pack: x.tar: No such file or directory'),
    );
    expect(() => place(tarOf([{ name: 'd/e/manifest.json' }])).manifestBytes()).toRefuse(
      ...bad('Cannot read manifest.json: not in the archive'),
    );
  });

  test('refuses an entry that cannot be in a pack, and names it', () => {
    const link = place(tarOf([manifest, { name: 'way', type: '2' }]));
    link.manifestBytes();
    expect(() => link.survey(asking({ way: 'hash' }))).toRefuse(
      ...bad('expected an archive of plain files, found a symbolic link: way', { entry: 'way' }),
    );
    expect(link.input.hash).not.toBeNull();
    expect(() => place(tarOf([{ name: '../x' }, manifest])).manifestBytes()).toRefuse('E_BAD_PACK', { pack: 'x.tar', entry: '../x' });
  });

  test('refuses a stream that was cut or lengthened, even if all entries are there', () => {
    const whole = zstd(tarOf(entries));
    for (const bytes of [whole.subarray(0, -1), Buffer.concat([whole, Buffer.from('x')])]) {
      expect(() => place(bytes).survey(asking({}))).toRefuse('E_BAD_PACK', {}, /^expected a whole Zstandard stream, found one that /);
    }
    expect(() => place(zstd(tarOf(entries).subarray(0, -512))).survey(asking({}))).toRefuse(
      'E_BAD_PACK',
      {},
      /an end that comes too early/,
    );
    expect(() => place(zstd(Buffer.from('text'))).manifestBytes()).toRefuse('E_BAD_PACK', {}, /an end that comes too early/);
    expect(() => place(zstd(Buffer.alloc(5000, 'x'))).manifestBytes()).toRefuse('E_BAD_PACK', {}, /not of a ustar archive/);
  });

  test('refuses a manifest whose header states too large a size', () => {
    const large = Buffer.concat([
      tarOf([{ name: 'a', body: Buffer.alloc(1 << 20) }], Buffer.alloc(0)),
      tarOf([{ ...manifest, size: 2 ** 29 }]),
    ]);
    expect(() => place(large).manifestBytes()).toRefuse(
      ...bad(`expected a manifest.json of at most ${MAX_MANIFEST_LENGTH} bytes, found ${2 ** 29}`, { entry: 'manifest.json' }),
    );
  });

  test('refuses a manifest that is far larger than its archive', () => {
    const blanks = (size: number): Buffer => zstd(tarOf([{ ...manifest, body: Buffer.alloc(size, ' ') }]));
    expect(place(blanks(1 << 24)).manifestBytes()).toHaveLength(1 << 24);
    expect(() => place(blanks((1 << 24) + 1)).manifestBytes()).toRefuse(
      ...bad('expected a manifest.json of at most 16777216 bytes, found 16777217', { entry: 'manifest.json' }),
    );
    const noise = { name: 'noise', body: randomBytes(20_000) };
    expect(place(zstd(tarOf([noise, { ...manifest, body: Buffer.alloc((1 << 24) + 1, ' ') }]))).manifestBytes()).toHaveLength(
      (1 << 24) + 1,
    );
  });

  test('accepts an archive that begins with a skippable frame, as pzstd writes it', () => {
    const frame = Buffer.from('502a4d180400000000000000', 'hex');
    expect(place(Buffer.concat([frame, zstd(tarOf([manifest]))])).manifestBytes()).toEqual(new Uint8Array(Buffer.from('{}')));
  });

  test('says that the manifest is one level down, as tar -cf dec.tar december/ puts it', () => {
    const below = tarOf([
      { name: 'december/', type: '5' },
      { name: 'december/manifest.json', body: '{}' },
    ]);
    expect(() => place(below).manifestBytes()).toRefuse(
      'E_BAD_PACK',
      {},
      'Cannot read manifest.json: not in the archive except for december/manifest.json, one level down: pack export writes an archive of december, and so does tar -C december',
    );
  });

  test.each([
    ['gzip', Buffer.from('1f8b0800', 'hex'), 'decompress it to a .tar'],
    ['xz', Buffer.from('fd377a585a00', 'hex'), 'decompress it to a .tar'],
    ['zip', Buffer.from('504b0304', 'hex'), 'unpack it and name its folder'],
  ])('says what to do with %s', (name, bytes, how) => {
    expect(() => place(bytes).manifestBytes()).toRefuse(
      'E_BAD_PACK',
      {},
      `neither a folder, a tar nor a tar.zst: x.tar (${name} is not read: ${how})`,
    );
  });

  test('refuses an archive that was replaced after its manifest was read', () => {
    const path = join(folder, 'swapped');
    writeFileSync(path, tarOf([manifest]));
    const opened = openArchive('x.tar', path);
    opened.manifestBytes();
    writeFileSync(path, tarOf([{ ...manifest, body: '[]' }]));
    expect(() => opened.survey(asking({}))).toRefuse('E_IO', { error: 'File changed while it was read' });
  });

  test('refuses an archive that changes while it is read', () => {
    const path = join(folder, 'changing');
    writeFileSync(path, tarOf([manifest, { name: 'a', body: 'A' }]));
    const opened = openArchive('x.tar', path);
    const later = new Date(statSync(path).mtimeMs + 5000);
    const touching: Wanted = {
      ...asking({ a: 'content' }),
      read: () => (utimesSync(path, later, later), { bytesHash: 'sha256:', size: 0 }),
    };
    expect(() => opened.survey(touching)).toRefuse('E_IO', { error: 'File changed while it was read' });
    expect(opened.input.hash).toBeNull();
  });
});

describe('an archive that expands beyond all measure', () => {
  test('is refused at the default limit, with the name of the entry', () => {
    const size = 2 ** 30 + 512;
    const parts: Uint8Array[] = [];
    const sink = zstdSink({ write: (part) => parts.push(part) });
    sink.write(tarOf([manifest, { name: 'zeros', size }], Buffer.alloc(0)));
    const zeros = Buffer.alloc(1 << 20);
    for (let left = size + 1024; left > 0; left -= zeros.length) sink.write(zeros.subarray(0, Math.min(left, zeros.length)));
    sink.finish();
    const bomb = Buffer.concat(parts);
    expect(bomb.length).toBeLessThan(1 << 20);
    const expected = bad(
      'expected at most 1073741824 bytes in the archive, found more: x.tar; if you trust it, allow more with --max-size',
      { max_size: 2 ** 30, entry: 'zeros' },
    );
    expect(() => place(bomb).survey(asking({}))).toRefuse(...expected);
  });

  test('is refused with a command that lists the archive, and no higher limit is suggested', () => {
    const path = join(folder, "it's");
    writeFileSync(path, zstd(tarOf([manifest, { name: 'zeros', body: Buffer.alloc(1 << 20) }])));
    const refusal = refusalOf(() => openArchive("it's", path, 1 << 19).survey(asking({})));
    expect(refusal.nextCommand).toBe(`ls -la 'it'"'"'s'`);
  });

  test('is refused even if the reader of a member treats refusals as faults of the member', () => {
    const path = join(folder, 'large');
    writeFileSync(path, zstd(tarOf([manifest, { name: 'zeros', body: Buffer.alloc(1 << 20) }])));
    const swallow = (_: unknown, body: ByteSource): void => {
      try {
        textOf(body);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    };
    expect(() => readArchive({ given: 'x.tar', path, maxSize: 1 << 19 }, swallow)).toRefuse('E_BAD_PACK', {
      pack: 'x.tar',
      max_size: 1 << 19,
      entry: 'zeros',
    });
    expect(() => readArchive({ given: 'x.tar', path, maxSize: (1 << 20) + 2048 + 1024 }, swallow)).not.toThrow();
  });
});
