import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import { JsonError, parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import { runs } from '../../../tests/helpers/trials.ts';
import { MemberReader } from '../member.ts';
import { PlainMember } from './plain-member.ts';

const HEX = '0123456789abcdef'.repeat(4);
const BEFORE = 'dir/file-é-0001.csv';

function lineOf(path: string, size: string, hash: string): string {
  return `{"bytes_hash":"${hash}","fingerprint":null,"path":${JSON.stringify(path)},"size":${size}}`;
}

/** The position of the line end by the general rules, or -1 if the line is no canonical member. */
function expectedEnd(line: Uint8Array): number {
  const feed = line.indexOf(0x0a);
  if (feed < 0) return -1;
  try {
    const canonical = formatSpine(parseJson(line, 0, feed));
    const entry = new ByteWriter(4096);
    entry.text(canonical);
    if (Buffer.compare(entry.view(), line.subarray(0, feed)) !== 0) return -1;
    const reader = new MemberReader();
    reader.read(entry, 0);
    return reader.problem === null ? feed : -1;
  } catch (error) {
    if (error instanceof JsonError) return -1;
    throw error;
  }
}

/** The line behind the path before it, at a place that is not aligned, with other bytes behind it. */
function read(line: Uint8Array, before = BEFORE): { readonly end: number; readonly path: string; readonly shared: number } {
  const start = encodeUtf8(before);
  const pos = start.length + 3;
  const bytes = new Uint8Array(pos + line.length + 200).fill(0x30);
  bytes.set(start, 1);
  bytes.set(line, pos);
  const plain = new PlainMember();
  const end = plain.read(bytes, new DataView(bytes.buffer), pos, pos + line.length, 1, start.length);
  if (end < 0) return { end, path: '', shared: 0 };
  return { end: end - pos, path: Buffer.from(bytes.subarray(plain.pathStart, plain.pathEnd)).toString(), shared: plain.shared };
}

test.each([
  ['dir/file-é-0001.csv', BEFORE.length + 1],
  ['dir/file-è', 'dir/file-'.length + 1],
  ['dir/file-é-0002', BEFORE.length + 1 - '1.csv'.length],
  ['x', 0],
])('PlainMember reads the path %s, and what it shares with the one before', (path, shared) => {
  for (const hash of [`sha256:${HEX}`, `blake3:${HEX}`]) {
    const line = encodeUtf8(`${lineOf(path, '120', hash)}\n`);
    expect(read(line)).toEqual({ end: line.length - 1, path, shared });
  }
});

test('PlainMember accepts only what the general rules accept', () => {
  const mostly = (good: readonly string[], others: readonly string[]): fc.Arbitrary<string> =>
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
  const segment = mostly(['a', 'é', '\u{10000}', 'dir', 'file-é-00'], ['.', '..', '', 'b.', '.c', 'C:x', 'q"', 'back\\', '\n', '\u{7f}']);
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
  const size = mostly(['0', '1', '999999999999999'], ['00', '01', '-1', '1.0', '9999999999999999', '', 'null']);
  const others = [`sha1:${HEX}xy`, `sha256:${HEX.slice(1)}`, `sha256:${HEX.slice(1)}"`, `sha256:${HEX}0`];
  const hash = mostly([`sha256:${HEX}`, `blake3:${HEX}`], others);
  const edit = fc.option(fc.record({ at: fc.nat(300), byte: fc.nat(255), how: fc.constantFrom('replace', 'insert', 'delete') }), {
    freq: 1,
  });
  let plain = 0;
  fc.assert(
    fc.property(path, size, hash, edit, (pathText, sizeText, hashText, change) => {
      let line: Uint8Array = encodeUtf8(`${lineOf(pathText, sizeText, hashText)}\n`);
      if (change !== null) {
        const at = change.at % line.length;
        const rest = line.subarray(change.how === 'insert' ? at : at + 1);
        line = Uint8Array.from([...line.subarray(0, at), ...(change.how === 'delete' ? [] : [change.byte]), ...rest]);
      }
      const { end } = read(line);
      if (end < 0) return;
      plain++;
      expect(end).toBe(expectedEnd(line));
    }),
    runs(4000),
  );
  expect(plain).toBeGreaterThan(10);
});
