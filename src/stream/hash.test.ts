import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { runs } from '../../tests/helpers/trials.ts';
import { formatHashed, type HashOutcome, parseFields, parseHashInput } from './hash.ts';
import { formatScanned } from './vacuum.ts';

const hashed: HashOutcome = { kind: 'hashed', bytesHash: `sha256:${'0'.repeat(64)}`, algorithm: 'sha256' };
const failed: HashOutcome = { kind: 'failed', error: 'e' };

const path = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.webPath(), fc.constantFrom('a.csv', '"', '\\', '\u{7f}', '\u{2028}', '\n', 'null', ''))
  .map((text) => text.toWellFormed());
const scanned = fc.record({
  path,
  relativePath: path,
  root: path,
  size: fc.oneof({ weight: 4, arbitrary: fc.bigInt(0n, 5000n) }, fc.bigInt(0n, 2n ** 64n - 1n)),
  mtime: fc.bigInt(-(2n ** 60n), 2n ** 63n),
});

const globs = fc.array(path, { maxLength: 2 });
const scopes = fc.option(fc.record({ exclude: globs, follow: fc.boolean(), include: globs }));
const shards = fc.option(fc.constantFrom('0/1', '3/8', '1048575/1048576'), { nil: undefined });

test('parseHashInput() and formatHashed() give the same for vacuum lines as reading and writing JSON', () => {
  let plain = 0;
  fc.assert(
    fc.property(scanned, scopes, shards, fc.constantFrom(hashed, failed), (file, scope, shard, outcome) => {
      const line = encodeUtf8(formatScanned(file, { semver: '0.1.0', scope, shard }));
      const [quick, exact] = [parseHashInput(line, 1), parseFields(line, 1)];
      if (quick.record.kind === 'plain') plain++;
      expect({ ...quick, record: null }).toEqual({ ...exact, record: null });
      expect(formatHashed(quick, outcome, '9')).toBe(formatHashed(exact, outcome, '9'));
    }),
    runs(2000),
  );
  expect(plain).toBeGreaterThan(10);
});

test('parseHashInput() and formatHashed() give the same for damaged vacuum lines as reading JSON', () => {
  const good = encodeUtf8(
    formatScanned(
      { path: '/d/a.csv', relativePath: 'a.csv', root: '/d', size: 12n, mtime: 0n },
      { semver: '0.1.0', scope: { exclude: ['a', 'b/**'], follow: false, include: [] }, shard: '3/8' },
    ),
  );
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.constantFrom('replace', 'insert', 'delete'), (at, byte, how) => {
      const rest = good.subarray(how === 'insert' ? at : at + 1);
      const line = Uint8Array.from([...good.subarray(0, at), ...(how === 'delete' ? [] : [byte]), ...rest]);
      const answer = (parse: typeof parseFields): unknown => {
        try {
          const input = parse(line, 3);
          return [input.path, input.size, input.isSkipped, formatHashed(input, hashed, '9')];
        } catch (error) {
          return error;
        }
      };
      expect(answer(parseHashInput)).toEqual(answer(parseFields));
    }),
    runs(5000),
  );
});
