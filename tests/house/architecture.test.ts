import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { crowded, importsOf, type Source, violations } from './architecture.ts';

function sourcesIn(folder: string): readonly Source[] {
  const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }));
}

const sources = sourcesIn('src');

const DOCUMENTS = ['stream', 'lock', 'pack', 'chain', 'replay', 'stack', 'fingerprint', 'witness', 'sign'];
const MACHINE = ['installation', 'threads', 'disk', 'hashing', 'codecs', 'keys'];
const rooms: readonly Source[] = [
  'core',
  ...MACHINE,
  ...DOCUMENTS,
  ...DOCUMENTS.map((room) => `${room}/ops`),
  'store',
  'evidence',
  'evidence/ops',
  'viewer',
  'library',
  'cli',
].map((room) => ({ path: `${room}/a.ts`, text: '' }));

describe('architecture', () => {
  it('finds nothing to complain about in src', () => expect(violations(sources)).toEqual([]));

  it('finds no crowded folder in tests', () => expect(crowded(sourcesIn('tests'))).toEqual([]));

  it('fails when it sees no files', () => expect(violations([])).toContain('core/ has no files'));

  it('fails when it sees a room without files', () => expect(violations(rooms.slice(1))).toEqual(['core/ has no files']));

  it('fails when a folder has too many files', () => {
    const many = Array.from({ length: 31 }, (_, index) => ({ path: `cli/many/${index}.ts`, text: '' }));
    expect(violations([...rooms, ...many])).toEqual(['cli/many/ has 31 files, more than 30']);
  });

  it.each<[string, string, string]>([
    ['core/b.ts', "import { x } from '#disk/walk/walk';", 'core/b.ts may not import #disk/walk/walk'],
    ['lock/b.ts', "import type { X } from '#witness/document';", 'lock/b.ts may not import #witness/document'],
    ['disk/b.ts', "const x = await import('#lock/document');", 'disk/b.ts may not import #lock/document'],
    ['disk/b.ts', "import { x } from '#hashing/pool';", 'disk/b.ts may not import #hashing/pool'],
    ['lock/b.ts', "import { x } from './ops/verify.ts';", 'lock/b.ts may not import ./ops/verify.ts'],
    ['lock/ops/b.ts', "import { x } from '#pack/verify';", 'lock/ops/b.ts may not import #pack/verify'],
    ['pack/ops/b.ts', "import { x } from '#evidence/verdict';", 'pack/ops/b.ts may not import #evidence/verdict'],
    ['evidence/b.ts', "import { x } from '#pack/ops/verify';", 'evidence/b.ts may not import #pack/ops/verify'],
    ['lock/ops/b.ts', "import { x } from '#lock/verify';", 'lock/ops/b.ts reaches its own room by #lock/verify'],
    ['lock/b.ts', "export { x } from '../core/order.ts';", 'lock/b.ts reaches ../core/order.ts without a #room'],
    ['stream/b.ts', "import { readFileSync } from 'node:fs';", 'stream/b.ts is pure and may not import node:fs'],
    ['stream/b.ts', "import 'ajv';", 'stream/b.ts is pure and may not import ajv'],
    ['attic/b.ts', '', 'attic/b.ts lies in a room without a door rule'],
    ['lock/b.ts', 'return JSON.stringify(x);', 'lock/b.ts uses JSON.stringify or JSON.parse'],
    ['lock/b.ts', 'a.localeCompare(b)', 'lock/b.ts depends on a locale'],
    ['lock/b.ts', 'process.env', 'lock/b.ts touches process'],
    ['lock/b.ts', 'new Date()', 'lock/b.ts reads a clock'],
    ['lock/b.ts', 'Date.now()', 'lock/b.ts reads a clock'],
    ['lock/b.ts', 'Math.random()', 'lock/b.ts throws dice'],
    ['cli/b.ts', '// TODO later', 'cli/b.ts has a note to do something later'],
    ['cli/b.ts', 'export default 1;', 'cli/b.ts has a default export'],
    ['disk/file-utils.ts', '', 'disk/file-utils.ts is named after nothing'],
    ['disk/b.ts', '\n'.repeat(300), 'disk/b.ts is longer than 250 lines'],
    [
      'cli/b.ts',
      "import { join, resolve } from 'node:path';",
      `cli/b.ts shortens paths by their letters: use joinPath of disk/path/join-path.ts`,
    ],
    ['disk/b.ts', 'realpathSync.native(x)', 'disk/b.ts asks for a real path that may not be UTF-8: use disk/path/real-path.ts'],
    ['cli/b.ts', 'process.cwd()', 'cli/b.ts asks for a working folder that may not be UTF-8: use disk/path/working-folder.ts'],
    [
      'disk/b.ts',
      'mkdirSync(x, { recursive: true })',
      'disk/b.ts makes folders by a recursion that may never end: use disk/write/make-folders.ts',
    ],
    [
      'disk/b.ts',
      'statSync(x, { throwIfNoEntry: false })',
      'disk/b.ts asks what Node 22 answers otherwise than Node 20: use disk/path/stat-if-there.ts',
    ],
    ['cli/b.ts', 'stageFile(path, options)', 'cli/b.ts stages a file by itself: use writeWhole of disk/write/whole-file.ts'],
    [
      'cli/b.ts',
      "readFileSync(path, 'utf8')",
      'cli/b.ts opens a file to read it: use disk/read/regular-file.ts, or disk/read/given-file.ts for what may be a pipe',
    ],
    [
      'lock/ops/b.ts',
      'const fd = openSync(file, FOLLOW_FLAGS);',
      'lock/ops/b.ts opens a file to read it: use disk/read/regular-file.ts, or disk/read/given-file.ts for what may be a pipe',
    ],
    [
      'lock/ops/b.ts',
      "const fd = openSync(join(folder, name), 'r');",
      'lock/ops/b.ts opens a file to read it: use disk/read/regular-file.ts, or disk/read/given-file.ts for what may be a pipe',
    ],
  ])('violations() sees what is wrong with %s: %s', (path, text, message) => {
    expect(violations([...rooms, { path, text }])).toEqual([message]);
  });

  it.each<[string, string]>([
    ['cli/b.ts', "import { x } from '#lock/document'; import { y } from 'node:fs'; process.exitCode = 1;"],
    ['lock/b.ts', "import { x } from '#core/bytes/order'; import { y } from './c.ts'; new Date(0);"],
    ['lock/ops/b.ts', "import { x } from '#disk/walk/walk'; import { y } from '../verify.ts'; import { z } from '#stream/ops/scan-root';"],
    ['evidence/b.ts', "import { x } from '#pack/verify'; import { y } from '#stack/verify/report';"],
    ['core/json/write.ts', 'JSON.stringify(text)'],
    ['lock/b.ts', "import { base58 } from '@scure/base';"],
    ['disk/b.ts', "const fd = openSync(path, 'wx'); const a = 'r';"],
    ['lock/b.test.ts', "import { x } from 'node:fs'; JSON.stringify(1);"],
    ['lock/b.ts', '/** as `JSON.stringify` does */'],
  ])('violations() accepts %s: %s', (path, text) => expect(violations([...rooms, { path, text }])).toEqual([]));

  it('importsOf() reads every form of import', () => {
    const text = "import 'a';\nimport b from 'b';\nimport type {\n  C,\n} from 'c';\nexport * from 'd';\nimport('e');\n// import 'f';";
    expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
