/** Random and truncated files: they are identified or unknown, and nothing is thrown. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND_IDS } from '#fingerprint/kinds/kinds';
import { kindByBytes } from '#fingerprint/kinds/magic';
import { statedBy } from '#fingerprint/kinds/names';
import { textGuess } from '#fingerprint/kinds/text-kind';
import { look } from '#fingerprint/ops/identify/look';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { LONG_TIMEOUT, places, runs } from '../helpers/trials.ts';
import { zipArchive } from '../helpers/zip-archive.ts';

const path = join(scratchFolder('kinds'), 'file');

/** Beginnings after which a reader goes on. */
const OPENINGS = [
  '',
  'PK\u0003\u0004',
  '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  '\x1f\x8b\x08',
  '\x28\xb5\x2f\xfd',
  'MZ',
  'BM',
  '\xff\xfb',
  'RIFF',
  '<?xml ',
  '<!--',
  '{',
  '\xff\xfe',
  '\x80\x04',
];
const files = fc
  .tuple(fc.constantFrom(...OPENINGS), fc.uint8Array({ maxLength: 2000 }))
  .map(([opening, rest]) => Buffer.concat([Buffer.from(opening, 'latin1'), rest]));

test('kindByBytes() gives a known kind or none for any bytes', LONG_TIMEOUT, () => {
  fc.assert(
    fc.property(files, (bytes) => {
      const found = kindByBytes({ head: bytes, tail: bytes.subarray(-1024), size: bytes.length });
      expect([...KIND_IDS, undefined]).toContain(found?.id);
    }),
    runs(20_000),
  );
});

test('textGuess() gives a known kind for any text and name', LONG_TIMEOUT, () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.stringMatching(/^[<!?\-\w>\s;,"{[%]*$/));
  fc.assert(
    fc.property(text, fc.string(), fc.constantFrom('', '.csv', '.json', '.xml', '.md', '.gz', '.tgz'), (head, name, extension) => {
      expect(KIND_IDS).toContain(textGuess(head, statedBy(`${name}${extension}`)).id);
    }),
    runs(10_000),
  );
});

test('look() throws for no bytes', LONG_TIMEOUT, async () => {
  await fc.assert(
    fc.asyncProperty(files, async (bytes) => {
      writeFileSync(path, bytes);
      expect(KIND_IDS).toContain((await look(path, 'x')).outer.identified.kind.id);
    }),
    runs(3000),
  );
});

const WHOLE = {
  zip: zipArchive([
    { name: '[Content_Types].xml', text: '<Types/>' },
    { name: 'xl/workbook.xml', text: 'x'.repeat(50) },
  ]),
  gzip: gzipSync('a,b\n1,2\n'.repeat(20)),
};
test.each(Object.entries(WHOLE))('look() throws for no part of %s, and for no changed byte', LONG_TIMEOUT, async (kind, whole) => {
  for (const at of places(whole.length, 7)) {
    writeFileSync(path, whole.subarray(0, at));
    const cut = (await look(path, 'x')).outer.identified;
    expect(cut.kind.id !== kind || cut.damage !== null || at === whole.length, `${at} bytes`).toBe(true);
    writeFileSync(path, whole.with(at, (whole[at] as number) ^ 0x41));
    expect(KIND_IDS).toContain((await look(path, 'x')).outer.identified.kind.id);
  }
});
