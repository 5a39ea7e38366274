/**
 * Generated bundles: the embedded hash is the same for every form of the same values, another for any other value; both hashes are those of
 * a second reckoning (replay-reference.ts).
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Dice, dice } from '../fuzz/helpers/dice.ts';
import { spelled, type Tree } from '../fuzz/helpers/json-text.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { makeBundle, replay } from '../replay/bundle.ts';
import { embeddedDigest, goBytesDigest, jcs } from '../replay/reference.ts';

const folder = scratchFolder('replay-digests');
const BOM = '\u{feff}';

/** By the path inside the bundle. */
type Bundle = Readonly<Record<string, Tree>>;
type Texts = Readonly<Record<string, string>>;

const NUMBERS = '0 -0 1 -1 1.0 1e2 1E-7 -0.0 9007199254740991 0.1 1e21 1e-320 5e-324 123.456e7 1.7976931348623157e308'.split(' ');
const KEYS = [
  '',
  'a',
  'b',
  'B',
  '10',
  '9',
  'ref',
  'expected_hash_v1',
  '__proto__',
  'constructor',
  '<&>',
  '\u{e9}',
  'e\u{301}',
  '\u{e000}',
  '\u{10000}',
  '\u{2028}',
];
const text = fc.oneof(
  fc.constantFrom(...KEYS, '"', '\\', '\n', '\r\n', '\0', '\u{7f}', '</script>'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const tree = fc.letrec<{ tree: Tree; object: Tree; leaf: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 3 }).map((items): Tree => ({ kind: 'array', items })),
    tie('object'),
  ),
  leaf: fc.oneof(
    fc.constantFrom(...NUMBERS, 'true', 'false', 'null').map((token): Tree => ({ kind: 'token', token })),
    fc
      .double({ noNaN: true, noDefaultInfinity: true, max: 1e15, min: -1e15 })
      .map((number): Tree => ({ kind: 'token', token: JSON.stringify(number) })),
    text.map((string): Tree => ({ kind: 'string', text: string })),
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.oneof(fc.constantFrom(...KEYS), text), tie('tree')), { maxLength: 4, selector: ([name]) => name })
    .map((entries): Tree => ({ kind: 'object', entries })),
}));

const COLLECTIONS = ['units', 'versions', 'claims', 'meaning', 'uncertainty'];
const file = fc.tuple(
  fc.constantFrom(...COLLECTIONS),
  fc.constantFrom('1.json', '2.json', '10.json', 'A.JSON', 'a.json', '\u{e9}.json'),
  tree.tree,
);
const bundle: fc.Arbitrary<Bundle> = fc.tuple(tree.object, fc.nat(4), fc.array(file, { maxLength: 4 })).map(([snapshot, at, files]) => ({
  'snapshot.json': withPlaceholder(snapshot, at),
  ...Object.fromEntries(files.map(([collection, name, value]) => [`${collection}/${name}`, value])),
}));

/** The snapshot with an `expected_hash_v1` to be left out, somewhere among its keys. */
function withPlaceholder(node: Tree, at: number): Tree {
  const entries = node.kind === 'object' ? node.entries.filter(([key]) => key !== 'expected_hash_v1') : [];
  return { kind: 'object', entries: [...entries.slice(0, at), ['expected_hash_v1', { kind: 'string', text: '' }], ...entries.slice(at)] };
}

/** Compact, in the order of the tree. */
function compact(node: Tree): string {
  if (node.kind === 'token') return node.token;
  if (node.kind === 'string') return JSON.stringify(node.text);
  if (node.kind === 'array') return `[${node.items.map(compact).join(',')}]`;
  return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}:${compact(value)}`).join(',')}}`;
}

function pretty(node: Tree, indent: string, before = '\n'): string {
  const inside = before + indent;
  if (node.kind === 'array' && node.items.length > 0)
    return `[${node.items.map((item) => inside + pretty(item, indent, inside)).join(',')}${before}]`;
  if (node.kind === 'object' && node.entries.length > 0)
    return `{${node.entries.map(([key, value]) => `${inside}${JSON.stringify(key)}: ${pretty(value, indent, inside)}`).join(',')}${before}}`;
  return compact(node);
}

function reordered(node: Tree, how: Dice): Tree {
  if (node.kind === 'array') return { kind: 'array', items: node.items.map((item) => reordered(item, how)) };
  if (node.kind !== 'object') return node;
  return { kind: 'object', entries: how.shuffled(node.entries.map(([key, value]) => [key, reordered(value, how)] as const)) };
}

const forms: Readonly<Record<string, (node: Tree, how: Dice) => string>> = {
  compact,
  'pretty, two spaces': (node) => `${pretty(node, '  ')}\n`,
  'pretty, tabs, CRLF': (node) => `${pretty(node, '\t').replaceAll('\n', '\r\n')}\r\n`,
  reordered: (node, how) => compact(reordered(node, how)),
  'behind a byte order mark': (node) => BOM + compact(node),
  'pretty, reordered, CRLF, byte order mark': (node, how) => BOM + pretty(reordered(node, how), '  ').replaceAll('\n', '\r\n'),
  'any spelling': (node, how) => spelled(reordered(node, how), how),
};

const mapped = (files: Bundle, write: (node: Tree) => string): Texts =>
  Object.fromEntries(Object.entries(files).map(([path, node]) => [path, write(node)]));

async function gotOf(texts: Texts, profile: 'embedded' | 'go-bytes'): Promise<string> {
  makeBundle(join(folder, 'b'), texts);
  const { exit, result } = await replay(folder, 'verify', '--bundle', 'b', '--profile', profile);
  expect([exit, result.write_reason], JSON.stringify([texts, result])).toEqual([2, 'flag_not_set']);
  return result.got;
}

describe('the embedded hash', () => {
  test('is the same for pretty, compact, reordered, CRLF and BOM forms, and that of a second reckoning', LONG_TIMEOUT, async () => {
    await fc.assert(
      fc.asyncProperty(bundle, fc.nat(), async (files, seed) => {
        const how = dice(seed);
        const wanted = embeddedDigest(mapped(files, compact));
        for (const [name, write] of Object.entries(forms))
          expect(
            await gotOf(
              mapped(files, (node) => write(node, how)),
              'embedded',
            ),
            name,
          ).toBe(wanted);
      }),
      runs(100),
    );
  });

  test('is another for any changed value', LONG_TIMEOUT, async () => {
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(bundle, tree.tree, fc.nat(), async (files, value, seed) => {
        const how = dice(seed);
        const path = how.pick(Object.keys(files));
        const changed = {
          ...files,
          [path]:
            path === 'snapshot.json'
              ? withPlaceholder(replaced(files[path] as Tree, value, how), 0)
              : replaced(files[path] as Tree, value, how),
        };
        if (canonical(files) === canonical(changed)) return;
        changes++;
        expect(await gotOf(mapped(changed, compact), 'embedded')).not.toBe(await gotOf(mapped(files, compact), 'embedded'));
      }),
      runs(150),
    );
    expect(changes).toBeGreaterThan(4);
  });

  test(
    'is another when a file comes, goes, moves to another folder or changes places with one of other content',
    LONG_TIMEOUT,
    async () => {
      const files = { 'snapshot.json': '{"expected_hash_v1":""}', 'claims/1.json': '{"a":1}', 'claims/2.json': '{"a":2}' };
      const { 'claims/2.json': _, ...fewer } = files;
      const others: Texts[] = [
        fewer,
        { ...files, 'claims/3.json': 'null' },
        { ...fewer, 'units/2.json': '{"a":2}' },
        { ...files, 'claims/1.json': '{"a":2}', 'claims/2.json': '{"a":1}' },
        { ...fewer, 'claims/0.json': '{"a":2}' },
        { ...fewer, 'claims/1.json': '[{"a":1},{"a":2}]' },
      ];
      const first = await gotOf(files, 'embedded');
      for (const other of others) expect(await gotOf(other, 'embedded'), JSON.stringify(other)).not.toBe(first);
    },
  );

  test('is the same when files are renamed in their order', async () => {
    const one = await gotOf({ 'snapshot.json': '{"expected_hash_v1":""}', 'claims/1.json': '1', 'claims/2.json': '2' }, 'embedded');
    expect(await gotOf({ 'snapshot.json': '{"expected_hash_v1":""}', 'claims/a.JSON': '1', 'claims/b.json': '2' }, 'embedded')).toBe(one);
  });
});

test(
  'the go-bytes hash is that of a second reckoning: the snapshot by its values, the other files by their bytes',
  LONG_TIMEOUT,
  async () => {
    await fc.assert(
      fc.asyncProperty(bundle, fc.nat(), async (files, seed) => {
        const how = dice(seed);
        const texts = mapped(files, (node) => spelled(node, how));
        expect(await gotOf(texts, 'go-bytes')).toBe(goBytesDigest(texts));
        expect(
          await gotOf(
            mapped(files, (node) => BOM + compact(node)),
            'go-bytes',
          ),
        ).toBe(goBytesDigest(mapped(files, compact)));
      }),
      runs(150),
    );
  },
);

/** Everything the embedded hash covers, as one text. */
function canonical(files: Bundle): string {
  const values = Object.entries(mapped(files, compact)).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return JSON.stringify(
    values.map(([path, each]) => [path.split('/')[0], jcs(JSON.parse(each), path === 'snapshot.json' ? 'expected_hash_v1' : undefined)]),
  );
}

/** The tree with one of its nodes put in another's place, or a key renamed. */
function replaced(node: Tree, value: Tree, how: Dice): Tree {
  if (node.kind === 'array' && node.items.length > 0 && how.roll(4) > 0) {
    const at = how.roll(node.items.length);
    return { kind: 'array', items: node.items.map((item, i) => (i === at ? replaced(item, value, how) : item)) };
  }
  if (node.kind === 'object' && node.entries.length > 0 && how.roll(4) > 0) {
    const at = how.roll(node.entries.length);
    return { kind: 'object', entries: node.entries.map(([key, item], i) => [key, i === at ? replaced(item, value, how) : item]) };
  }
  return value;
}
