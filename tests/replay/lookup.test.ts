/** Where `replay verify` looks for a bundle (R6), and which of its files count. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type BundleFiles, makeBundle, replay } from './bundle.ts';
import { INVALID, NO_SNAPSHOT, outcomeOf, quoted, requireContract, ZEROS } from './outcome.ts';
import { embeddedDigest } from './reference.ts';

const folder = scratchFolder('replay-lookup');
const root = join(folder, 'snapshots/demo');

describe('replay verify, where the bundle is looked for', () => {
  const [fixture, data] = [join(folder, 'data/test-fixtures/snapshots'), join(folder, 'data/snapshots')];
  const marked = (name: string): BundleFiles => ({ 'snapshot.json': `{"expected_hash_v1":"","from":"${name}"}` });
  const used = async (...words: readonly string[]): Promise<string | undefined> =>
    (await replay(folder, 'verify', ...words)).result.trace.at(-1);

  beforeAll(() => {
    makeBundle(join(fixture, 'both'), marked('fixture'));
    makeBundle(join(data, 'both'), marked('data'));
    makeBundle(join(data, 'only-data'), marked('data'));
    makeBundle(join(fixture, 'hollow'), { 'README.md': 'no snapshot here' });
    makeBundle(join(data, 'hollow'), marked('data'));
    makeBundle(join(folder, 'elsewhere/snapshots/both'), marked('elsewhere'));
    makeBundle(join(folder, 'anywhere'), marked('anywhere'));
  });

  it('fixtures first, then data, each with its default', async () => {
    expect(await used('--ref', 'both')).toBe('used:data/test-fixtures/snapshots/both');
    const { result } = await replay(folder, 'verify', '--ref', 'only-data');
    expect(result.trace).toEqual([
      'data/test-fixtures/snapshots/only-data',
      'data/snapshots/only-data',
      'data/snapshots/only-data/snapshot.json',
      'used:data/snapshots/only-data',
    ]);
  });

  it('data first with --prefer-data', async () => {
    expect(await used('--ref', 'both', '--prefer-data')).toBe('used:data/snapshots/both');
    expect(await used('--ref', 'both', '--prefer-data', '--data', 'elsewhere')).toBe('used:elsewhere/snapshots/both');
    expect(await used('--ref', 'both', '--fixture-root', 'elsewhere')).toBe('used:elsewhere/snapshots/both');
  });

  it('a folder without snapshot.json falls through', async () => {
    expect(await used('--ref', 'hollow')).toBe('used:data/snapshots/hollow');
  });

  it('--bundle decides alone, whatever its parent is called; ref is as given, else the name of the folder', async () => {
    for (const more of [[], ['--data', 'elsewhere'], ['--fixture-root', 'elsewhere', '--prefer-data']]) {
      const { result } = await replay(folder, 'verify', '--bundle', 'anywhere', ...more);
      expect([result.ref, result.trace.at(-1)]).toEqual(['anywhere', 'used:anywhere']);
    }
    const { result } = await replay(folder, 'verify', '--bundle', 'anywhere', '--ref', 'both');
    expect([result.ref, result.trace.at(-1)]).toEqual(['both', 'used:anywhere']);
  });

  it('the trace names the same path for a --bundle with slashes at its end, and the folder gives the ref', async () => {
    const { result } = await replay(folder, 'verify', '--bundle', 'anywhere/');
    expect([result.ref, result.trace]).toEqual(['anywhere', ['anywhere', 'anywhere/snapshot.json', 'used:anywhere']]);
  });

  const nowhere: readonly (readonly [string, readonly string[], string])[] = [
    ['a ref in neither root', ['--ref', 'none'], 'none'],
    ['a --bundle that is not there', ['--bundle', 'snapshots/does-not-exist'], 'does-not-exist'],
    ['a --bundle that is a file', ['--bundle', 'anywhere/snapshot.json'], 'snapshot.json'],
  ];
  it.each(nowhere)('%s is invalid input, still one JSON object', async (_, words, ref) => {
    const without = await replay(folder, 'verify', ...words);
    expect(outcomeOf(without)).toEqual(INVALID);
    requireContract(without.exit, without.result, without.out);
    expect([without.result.ref, without.result.got, without.result.expected]).toEqual([ref, '', '']);
    const withFlag = await replay(folder, 'verify', ...words, '--write-expected');
    expect(outcomeOf(withFlag)).toEqual(NO_SNAPSHOT);
  });

  const badRefs = ['../both', 'a/b', '..', '.', 'a\\..\\b', 'a\0b', '', '/etc', '../test-fixtures/snapshots/both'];
  it.each(badRefs)('the ref %j is invalid input and opens nothing', async (ref) => {
    for (const more of [[], ['--write-expected']]) {
      const { exit, result } = await replay(folder, 'verify', '--ref', ref, ...more);
      expect([exit, result.ok, result.got, result.trace]).toEqual([4, false, '', []]);
      expect(result.message).toMatch(/ref/);
    }
  });
});

describe('replay verify, which files count', () => {
  const files = {
    'snapshot.json': '{"expected_hash_v1":"","ref":"x"}',
    'claims/10.json': '10',
    'claims/2.json': '2',
    'claims/B.json': '"B"',
    'claims/a.json': '"a"',
    'claims/A.JSON': '"A.JSON"',
    'claims/.hidden.json': '"hidden"',
    'units/u.Json': '"u"',
    'versions/v.json': '"v"',
    'meaning/m.json': '"m"',
    'uncertainty/n.json': '"n"',
  };
  const ignored = {
    'README.md': 'no',
    'note.json': '"no"',
    'claims/x.txt': 'no',
    'claims/json': 'no',
    'claims/x.json.bak': 'no',
    'claims/sub/y.json': 'no {',
    'claims/folder.json/z.json': 'no {',
    'hashes/h.json': 'no {',
    'Claims/c.json': 'no {',
  };

  it('those of five folders, in this order, by the bytes of their names', async () => {
    makeBundle(root, { ...files, ...ignored });
    const { exit, result } = await replay(folder, 'verify', '--bundle', 'snapshots/demo');
    const paths = [
      'snapshot.json',
      'units/u.Json',
      'versions/v.json',
      'claims/.hidden.json',
      'claims/10.json',
      'claims/2.json',
      'claims/A.JSON',
      'claims/B.json',
      'claims/a.json',
      'meaning/m.json',
      'uncertainty/n.json',
    ];
    expect(result.trace).toEqual(['snapshots/demo', ...paths.map((path) => `snapshots/demo/${path}`), 'used:snapshots/demo']);
    expect([exit, result.got]).toEqual([2, embeddedDigest(files)]);
  });

  it('names beyond ASCII are sorted as UTF-8, not as UTF-16', async () => {
    const names = { 'snapshot.json': '{"expected_hash_v1":""}', 'claims/\u{ff5e}.json': '1', 'claims/\u{10000}.json': '2' };
    makeBundle(root, names);
    const { result } = await replay(folder, 'verify', '--bundle', 'snapshots/demo');
    expect(result.got).toBe(embeddedDigest(names));
    expect(result.trace.slice(2, 4).map((path) => path.slice(-7))).toEqual(
      ['/\u{ff5e}.json', '\u{10000}.json'].map((end) => end.slice(-7)),
    );
  });

  it('a file in the place of a folder, and an empty folder, are no claims', async () => {
    makeBundle(root, { 'snapshot.json': '{"expected_hash_v1":""}', claims: 'a file' });
    mkdirSync(join(root, 'units'));
    const { exit, result } = await replay(folder, 'verify', '--bundle', 'snapshots/demo');
    expect([exit, result.got]).toEqual([2, embeddedDigest({ 'snapshot.json': '{}' })]);
  });

  it('a nested expected_hash_v1 and one in another case are content', async () => {
    const text = `{"expected_hash_v1":"","state":{"expected_hash_v1":"${ZEROS}"},"Expected_Hash_V1":"x"}`;
    makeBundle(root, { 'snapshot.json': text });
    const { result } = await replay(folder, 'verify', '--bundle', 'snapshots/demo', '--write-expected');
    expect([result.got, result.wrote_expected]).toEqual([embeddedDigest({ 'snapshot.json': text }), true]);
    expect(readFileSync(join(root, 'snapshot.json'), 'utf8')).toBe(text.replace('""', quoted(result.got)));
  });

  it('the ref inside snapshot.json is content, and is not compared', async () => {
    const text = '{"ref":"demo","expected_hash_v1":"HASH"}';
    makeBundle(root, { 'snapshot.json': text.replace('HASH', embeddedDigest({ 'snapshot.json': text })) });
    const { exit, result } = await replay(folder, 'verify', '--bundle', 'snapshots/demo', '--ref', 'other');
    expect([exit, result.ref]).toEqual([0, 'other']);
  });
});
