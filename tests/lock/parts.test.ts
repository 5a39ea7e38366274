/** Any tree in any number of shards: the merged lock has the bytes of the lock of one machine, and damage is never merged. */
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { shardOf } from '#core/shard';
import { newHasher, sha256Hex, sha256Text } from '#hashing/hashers';
import { LockDraft, type LockFacts } from '#lock/create';
import { emitLock, lockHashOf } from '#lock/document';
import { emitMergedPart, emitSealedLock, emitUnsealedLock, type PartFile, readHeads } from '#lock/ops/part/merge';
import { type ScanIdentity, scanId } from '#lock/part/document';
import { emitPart, tableLines } from '#lock/part/write';
import { runTool, type ToolResult } from '../helpers/run-tool.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { refusalOf } from '../helpers/to-refuse.ts';
import { LONG_TIMEOUT, places, runs } from '../helpers/trials.ts';
import { compile } from '../schemas/published-schema.ts';

const folder = scratchFolder('parts');
const FACTS: LockFacts = { datasetId: 'd', asOf: null, note: 'n', created: '2026-01-15T10:30:00Z', profiles: [], toolVersion: '0.1.0' };

interface Tree {
  readonly members: readonly string[];
  readonly skips: readonly string[];
}

function draftOf({ members, skips }: Tree): LockDraft {
  const draft = new LockDraft({ words: 'lock', input: null });
  draft.toolVersions.add('vacuum', '0.1.0');
  draft.toolVersions.add('hash', '0.1.0');
  members.forEach((path) => draft.addFile(path, 'sha256', sha256Hex(`of ${path}`), path.length));
  // Skips with the same path keep their order.
  const before = new Map<string, number>();
  for (const path of skips) {
    const index = before.get(path) ?? 0;
    before.set(path, index + 1);
    draft.addSkipped(path, [{ tool: 'vacuum', code: 'E_IO', message: path, detail: { index } }]);
  }
  return draft;
}

function bytesOf(emit: (write: (bytes: Uint8Array) => void) => void): Buffer {
  const pieces: Uint8Array[] = [];
  emit((bytes) => pieces.push(bytes.slice()));
  return Buffer.concat(pieces);
}

function singleLock(tree: Tree): Buffer {
  const lock = draftOf(tree).finish(FACTS);
  return bytesOf((write) => emitLock(lock, lockHashOf(lock, newHasher), write));
}

function identityOf(shards: number): ScanIdentity {
  const { toolVersion: version, ...facts } = FACTS;
  return {
    ...facts,
    algorithm: 'sha256',
    plan: null,
    root: 'data',
    scope: null,
    shards,
    toolVersions: { hash: version, lock: version, vacuum: version },
  };
}

function partFiles(tree: Tree, shards: number): PartFile[] {
  const identity = identityOf(shards);
  return Array.from({ length: shards }, (_, index) => {
    const isHere = (path: string): boolean => shardOf(path, shards, sha256Text) === index;
    const part = draftOf({ members: tree.members.filter(isHere), skips: tree.skips.filter(isHere) });
    const { members, skipped } = part.finish(FACTS, true);
    const covers = [[index, index]] as const;
    const head = { identity, scan: scanId(identity, newHasher), covers, memberCount: members.count, skippedCount: skipped.count };
    return fileOf(
      `part-${index}`,
      bytesOf((write) => emitPart(head, { members: tableLines(members), skipped: tableLines(skipped) }, newHasher, write)),
    );
  });
}

function fileOf(given: string, bytes: Uint8Array): PartFile {
  const path = join(folder, given);
  writeFileSync(path, bytes);
  return { given, path };
}

function merged(files: readonly PartFile[]): Buffer {
  const head = readHeads(files);
  const judged = emitUnsealedLock(files, head, () => {});
  return bytesOf((write) => emitSealedLock(files, head, judged, write));
}

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'a-b', 'a"b', 'a\\b', 'a\nb', '\u{1}', '\u{e9}', '\u{ffff}', '\u{10000}', 'A'.repeat(300)),
  fc.string({ minLength: 1, maxLength: 3 }).filter((text) => !/[/\0\\:]/.test(text) && !/^\.+$/.test(text)),
);
const memberPath = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const tree = fc
  .record({
    members: fc.uniqueArray(memberPath, { maxLength: 40 }),
    skips: fc.array(memberPath, { maxLength: 6 }),
  })
  .filter(({ members, skips }) => members.length + skips.length > 0);

describe('the merge of all parts', () => {
  it('has the bytes of the lock of one machine, in any order of the parts and by any tree of merges', LONG_TIMEOUT, () => {
    fc.assert(
      fc.property(tree, fc.integer({ min: 1, max: 9 }), fc.infiniteStream(fc.nat()), (given, shards, dice) => {
        const files = partFiles(given, shards);
        const expected = singleLock(given).toString();
        const roll = (below: number): number => (dice.next().value as number) % below;
        const rest = files.toSorted(() => roll(2) - 0.5);
        expect(merged(rest).toString()).toBe(expected);
        for (let turn = 0; rest.length > 1; turn++) {
          const some = rest.splice(0, 1 + roll(rest.length));
          rest.push(
            fileOf(
              `merged-${turn}`,
              bytesOf((write) => emitMergedPart(some, readHeads(some), write)),
            ),
          );
          if (turn > 20) break;
        }
        expect(merged(rest).toString()).toBe(expected);
      }),
      runs(400),
    );
  });

  it('is the same where its entries are as long as they may be, or fill the buffers of their parts', () => {
    const names = Array.from({ length: 40 }, (_, at) => `${at}${'x'.repeat(100_000 - at * 997)}`);
    const long = { members: ['b', `a${'x'.repeat(130_000)}`, 'a', 'c', ...names], skips: [`s${'y'.repeat(60_000)}`, 's'] };
    expect(merged(partFiles(long, 3)).equals(singleLock(long))).toBe(true);
  });

  it('is the same where so many are merged that another thread hashes them, with paths of all lengths and escapes', () => {
    const ends = ['', '\u0001', '"é', 'x'.repeat(300), 'y'.repeat(3000)];
    const path = (number: number): string => `f${number % 7}/${String(number).padStart(7, '0')}${ends[number % 97] ?? ''}`;
    const many = { members: Array.from({ length: 140_000 }, (_, number) => path(number)), skips: ['s', 's/1'] };
    expect(merged(partFiles(many, 3)).equals(singleLock(many))).toBe(true);
  });

  it('refuses an entry that is longer', () => {
    const long = { members: ['a', `b${'x'.repeat(131_000)}`], skips: [] };
    expect(() => merged(partFiles(long, 1))).toRefuse('E_BAD_PART', { path: 'part-0' }, 'line 3: expected a line of at most 131072 bytes');
  });
});

it('parts of two versions of the program are not merged', () => {
  const files = partFiles({ members: ['a', 'b', 'c'], skips: [] }, 2);
  const identity = { ...identityOf(2), toolVersions: { hash: '0.1.0', lock: '0.0.9', vacuum: '0.1.0' } };
  const head = { identity, scan: scanId(identity, newHasher), covers: [[1, 1]] as const, memberCount: 0, skippedCount: 0 };
  const older = fileOf(
    'older',
    bytesOf((write) => emitPart(head, { members: () => {}, skipped: () => {} }, newHasher, write)),
  );
  expect(() => merged([files[0] as PartFile, older])).toRefuse('E_PARTS_DIFFER', { path: 'older', fields: ['tool_versions'] });
});

it('every line of a part is as the published schema says', () => {
  const [{ path: file }] = partFiles({ members: ['a', 'd"e'], skips: ['i'] }, 1) as [PartFile];
  const isLine = compile('lock-part.v0.json');
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as object);
  expect(lines).toHaveLength(5);
  for (const line of lines) expect([isLine(line), isLine({ ...line, more: 1 }), isLine({})]).toEqual([true, false, false]);
});

describe('a damaged part', () => {
  const given: Tree = { members: ['a', 'b/c', 'd"e', 'f', 'g', 'h'], skips: ['i', 'j'] };

  it('is refused wherever it is cut', LONG_TIMEOUT, () => {
    const [first, second] = partFiles(given, 2) as [PartFile, PartFile];
    const bytes = readFileSync(first.path);
    for (const length of places(bytes.length, 3)) {
      expect(() => merged([fileOf('cut', bytes.subarray(0, length)), second])).toRefuse('E_BAD_PART', { path: 'cut' });
    }
  });

  it('is refused wherever a byte is changed, and never merged to another lock', LONG_TIMEOUT, () => {
    const [first, second] = partFiles(given, 2) as [PartFile, PartFile];
    const bytes = readFileSync(first.path);
    for (const at of places(bytes.length, 3)) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      const { code } = refusalOf(() => merged([fileOf('changed', changed), second]));
      expect(['E_BAD_PART', 'E_PARTS_REPEATED', 'E_PARTS_MISSING']).toContain(code);
    }
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello\n'],
    ['another document', '{"version":"lock.v0"}\n'],
    ['a later version', '{"version":"lock-part.v1"}\n'],
    ['NULs', '\0'.repeat(500)],
  ])('is refused where it is %s', (_, text) =>
    expect(() => readHeads([fileOf('other', Buffer.from(text))])).toRefuse('E_BAD_PART', { path: 'other' }),
  );
});

/** Well-formed parts that no task wrote: their own hash matches. */
describe('a forged part', () => {
  const identity = identityOf(2);
  const scan = scanId(identity, newHasher);
  const forged = (given: string, index: number, lines: readonly string[], memberCount = lines.length): PartFile => {
    const emit = (write: (bytes: Uint8Array) => void): void => write(Buffer.from(lines.map((line) => `${line}\n`).join('')));
    const head = { identity, scan, covers: [[index, index]] as const, memberCount, skippedCount: 0 };
    return fileOf(
      given,
      bytesOf((write) => emitPart(head, { members: emit, skipped: () => {} }, newHasher, write)),
    );
  };
  const line = (path: string): string =>
    `{"bytes_hash":"sha256:${sha256Hex(path)}","fingerprint":null,"path":${JSON.stringify(path)},"size":1}`;

  it.each([
    ['its lines are not sorted', [line('b'), line('a')], 2, 'not sorted'],
    ['a path is in it twice', [line('a'), line('a')], 2, 'duplicate path a'],
    ['a line is not canonical', [line('a').replace(',', ', ')], 1, 'not in canonical form'],
    ['a path leaves the root', [line('../a')], 1, 'no member'],
    ['a line is no member', ['{"path":"a"}'], 1, 'no member'],
    ['a line is no JSON', ['{"path":'], 1, 'EOF'],
    ['it has more lines than it says', [line('a'), line('b')], 1, 'counts'],
    ['it has fewer lines than it says', [line('a')], 2, 'cut'],
  ])('is refused where %s', (_, lines, count, error) => {
    const files = [forged('forged', 0, lines, count), forged('good', 1, [line('z')])];
    expect(() => merged(files)).toRefuse('E_BAD_PART', { path: 'forged' }, error);
  });

  it('is refused where a path is in another part too', () => {
    const files = [forged('one', 0, [line('a'), line('b')]), forged('two', 1, [line('b'), line('c')])];
    expect(() => merged(files)).toRefuse('E_PARTS_REPEATED', { member: 'b' });
  });
});

describe('lock --scan --shard', () => {
  const work = scratchFolder('shards');
  const run = (...argv: readonly string[]): Promise<ToolResult> =>
    runTool('lock', argv, { cwd: work, env: { HOME: work, EPISTEMIC_WITNESS: join(work, 'ledger') } });
  const given = ['--created', '2026-01-15T10:30:00Z', '--exclude', '**/*.tmp', '--dataset-id', 'd'];

  beforeAll(() => mkdirSync(join(work, 'data')));

  it('and lock merge give the lock of the whole tree, of any tree', LONG_TIMEOUT, async () => {
    const trees = fc.uniqueArray(fc.stringMatching(/^[a-c]{1,2}\/[a-z"é]{1,3}(?:\.tmp)?$/), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(trees, fc.integer({ min: 1, max: 4 }), async (paths, shards) => {
        rmSync(join(work, 'data'), { recursive: true });
        for (const each of ['always', ...paths]) {
          mkdirSync(dirname(join(work, 'data', each)), { recursive: true });
          writeFileSync(join(work, 'data', each), each);
        }
        const names = Array.from({ length: shards }, (_, index) => `part-${index}`);
        for (const [index, part] of names.entries()) {
          const shard = `${index}/${shards}`;
          const { exit } = await run('--scan', 'data', ...given, '--shard', shard, '--output', part, '--force');
          const bytes = readFileSync(join(work, part));
          const again = await run('--scan', 'data', ...given, '--shard', shard, '--output', part);
          expect([exit, again.exit, readFileSync(join(work, part)).equals(bytes)]).toEqual([0, 0, true]);
        }
        const single = await run('--scan', 'data', ...given);
        const whole = await run('merge', ...names);
        expect([whole.exit, Buffer.from(whole.stdout).toString()]).toEqual([single.exit, Buffer.from(single.stdout).toString()]);
      }),
      runs(60),
    );
  });

  it('gives the same bytes on machines whose clocks differ, of which one has files from the future', async () => {
    rmSync(join(work, 'data'), { recursive: true });
    mkdirSync(join(work, 'data'));
    for (const each of ['a', 'b', 'c']) writeFileSync(join(work, 'data', each), each);
    utimesSync(join(work, 'data/b'), 4_000_000_000, 4_000_000_000);
    const clocks = ['1970-01-01T00:00:00Z', '2026-01-15T10:30:00Z', '2099-12-31T23:59:59Z'].map((text) => new Date(text));
    const bytes = new Set<string>();
    for (const clock of clocks) {
      const argv = ['--scan', 'data', ...given, '--shard', '0/1', '--output', 'skewed', '--force'];
      const place = { cwd: work, env: { HOME: work, EPISTEMIC_WITNESS: join(work, 'ledger') }, now: () => clock };
      expect((await runTool('lock', argv, place)).exit).toBe(0);
      bytes.add(readFileSync(join(work, 'skewed'), 'utf8'));
    }
    expect(bytes.size).toBe(1);
  });
});
