import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import { runs } from '../../tests/helpers/trials.ts';
import { emitManifest, type Manifest, type PackMember } from './document.ts';
import { readManifest } from './read.ts';
import { readPlainManifest } from './read-plain.ts';

/** With enough memory. */
const readPlain = (bytes: Uint8Array) => readPlainManifest(bytes, () => 1 << 30);
/** As a long manifest is read. */
const readInPieces = (bytes: Uint8Array, piece: number) => readPlainManifest(bytes, () => 1 << 30, { whole: 0, piece });

function written(manifest: Manifest, packId: string): Buffer {
  const parts: Uint8Array[] = [];
  emitManifest(manifest, packId, (bytes) => parts.push(bytes.slice()));
  return Buffer.concat(parts);
}

const member = (path: string, artifactVersion: string | null = null) => ({ path, bytesHash: 'sha256:0', type: 'other', artifactVersion });
const manifest: Manifest = {
  created: '2026',
  note: 'two → one',
  toolVersion: '0.1.0',
  members: [member('a', 'rvl.v0'), member('b/\u{1f600}')],
};
const plain = written(manifest, 'sha256:1').toString();

it('readPlainManifest() returns the same as the strict reader', () => {
  const read = readPlain(Buffer.from(plain));
  expect(read).toMatchObject({ ...manifest, packId: 'sha256:1', memberCount: 2 });
  expect(formatSpine(read?.document ?? null)).toBe(formatSpine(parseJson(Buffer.from(plain))));
  expect(Buffer.from(read?.head ?? []).toString()).toBe(plain.slice(0, plain.indexOf('"pack_id"')));
});

it('readPlainManifest() reads a manifest without members, without a note', () => {
  const read = readPlain(written({ ...manifest, members: [], note: null }, 'x'));
  expect(read).toMatchObject({ members: [], note: null, memberCount: 0 });
});

it('readPlainManifest() reads a path with more segments than any system allows', () => {
  const sealed = (path: string): Buffer => {
    return written({ ...manifest, note: null, members: [{ ...member(path), bytesHash: `sha256:${'0'.repeat(64)}` }] }, 'x');
  };
  const path = `${'a b/'.repeat(4_000_000)}c`;
  expect(readPlain(sealed(path))?.members[0]?.path === path).toBe(true);
});

it.each<[string, string | Uint8Array]>([
  ['a space', plain.replace(',"members"', ', "members"')],
  ['an escape that is needed', plain.replace('"path":"a"', '"path":"\\""')],
  ['an escape that is not', plain.replace('"path":"a"', '"path":"\\u0061"')],
  ['a control character', plain.replace('"path":"a"', '"path":"\t"')],
  ['another order', plain.replace('"bytes_hash":"sha256:0","path":"a"', '"path":"a","bytes_hash":"sha256:0"')],
  ['a key twice', plain.replace('"path":"a"', '"path":"x","path":"a"')],
  ['a key more', plain.replace('"type":"other"', '"size":1,"type":"other"')],
  ['a key more at the top', plain.replace('"version"', '"trust":1,"version"')],
  ['a note that is null', plain.replace('"note":"two → one"', '"note":null')],
  ['a count with a point', plain.replace('"member_count":2', '"member_count":2.0')],
  ['a count with a zero before it', plain.replace('"member_count":2', '"member_count":02')],
  ['a count beyond what is exact', plain.replace('"member_count":2', '"member_count":9007199254740993')],
  ['a comma after the last member', plain.replace('}],', '},],')],
  ['no comma between members', plain.replace('},{', '}{')],
  ['another version', plain.replace('pack.v0', 'pack.v1')],
  ['a newline at the end', `${plain}\n`],
  ['a BOM', `\ufeff${plain}`],
  ['an end that comes early', plain.slice(0, -1)],
  ['a byte that is not UTF-8', Buffer.from(plain.replace('"path":"a"', '"path":"ÿ"'), 'latin1')],
  ['nothing', ''],
])('readPlainManifest() leaves %s to the strict reader', (_, text) => expect(readPlain(Buffer.from(text))).toBeNull());

it.each<[string, readonly string[]]>([
  ['ASCII', ['a', 'b/c', 'd']],
  ['other letters', ['b/\u{1f600}', 'é', 'ÿ/\u{e000}']],
  ['what looks like the start of a member', ['},{', '},{a', '{', '}]']],
])('readPlainManifest() reads %s in pieces of any length', (_, paths) => {
  const members = paths.flatMap((path, index) => [member(path), member(`${path}/${index}`, 'rvl.v0')]);
  const bytes = written({ ...manifest, members }, 'sha256:1');
  for (let piece = 1; piece <= bytes.length; piece++) {
    const read = readInPieces(bytes, piece);
    expect(Array.from(read?.members ?? [], plainly)).toEqual(members);
    expect(formatSpine(read?.document ?? null)).toBe(bytes.toString());
  }
});

const plainly = ({ path, bytesHash, type, artifactVersion }: PackMember) => ({ path, bytesHash, type, artifactVersion });

it('readPlainManifest() reads no long manifest that needs more memory than there is', () =>
  expect(readPlainManifest(Buffer.from(plain), () => plain.length, { whole: 0, piece: 64 })).toBeNull());

it('readPlainManifest() agrees with the strict reader on any sealed manifest, also after a change', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', 'é', '\u{1f600}', ',', '}', ']', '{') });
  const members = fc.array(fc.record({ path: text, bytesHash: text, type: text, artifactVersion: fc.option(text) }), { maxLength: 3 });
  const sealed = fc.record({ created: text, note: fc.option(text), toolVersion: text, members });
  fc.assert(
    fc.property(sealed, text, fc.nat(), fc.constantFrom('', '"', ',', '\\', ' ', '1', '}'), (value, packId, place, damage) => {
      const good = written(value, packId).toString();
      const at = place % (good.length + 1);
      for (const bytes of [Buffer.from(good), Buffer.from(good.slice(0, at) + damage + good.slice(at + damage.length))]) {
        const read = readPlain(bytes);
        const inPieces = readInPieces(bytes, 1 + (place % 100));
        expect(inPieces?.members.map(plainly)).toEqual(read?.members);
        if (read === null) continue;
        expect(formatSpine(inPieces?.document ?? null)).toBe(bytes.toString());
        expect(formatSpine(read.document)).toBe(formatSpine(parseJson(bytes)));
        expect(formatSpine(read.document)).toBe(bytes.toString());
        expect(readManifest(bytes, 'p').members).toEqual(read.members);
      }
    }),
    runs(2000),
  );
});
