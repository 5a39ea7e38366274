import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { Float, type JsonValue } from '#core/json/value';
import { runs, trials } from '../../../tests/helpers/trials.ts';
import { EXTENSIONS } from './extensions.ts';
import { type Metadata, MetadataError, readMetadata, requireMetadata } from './metadata.ts';

const json = (text: string): JsonValue => parseJson(encodeUtf8(text));
const parse = {
  json,
  yaml(text: string): JsonValue {
    const [key = '', value = ''] = text.split(': ');
    return { [key]: value };
  },
};

test.each([
  ['.py', '__version__ = "1"'],
  ['.yaml', 'version: 1'],
  ['.yml', 'version: 1'],
  ['.json', '{"version":"1"}'],
  ['.js', 'export const __version__ = "1"'],
  ['.mjs', 'export const __version__ = "1"'],
  ['.cjs', 'export const __version__ = "1"'],
  ['.ts', 'export const __version__: string = "1"'],
  ['.sh', '# version: 1'],
  ['.toml', '# version: 1'],
  ['.md', '<!-- version: 1 -->'],
])('readMetadata() reads %s by its own rules', (extension, text) => {
  expect(readMetadata(extension, text, parse)).toEqual({ version: '1', toolType: undefined, executorId: undefined });
  expect(EXTENSIONS).toContain(extension);
});

test('readMetadata() reads every field of a document as it is, and nothing from its prototype', () => {
  const text = '{"version":1.0,"tool_type":null,"executor_id":"a","config":{"b":[]},"env_config":false,"__version__":"2"}';
  expect(readMetadata('.json', text, parse)).toEqual({
    version: new Float(1),
    toolType: null,
    executorId: 'a',
    config: { b: [] },
    envConfig: false,
  });
  const inherited = { ...parse, yaml: () => Object.create({ version: '1' }) as JsonValue };
  expect(readMetadata('.yaml', '', inherited).version).toBeUndefined();
});

test('readMetadata() leaves config out if there is none', () =>
  expect(Object.keys(readMetadata('.json', '{}', parse))).not.toContain('config'));

test.each([
  ['.json', '[]', 'expected a mapping, found a list'],
  ['.json', '"a"', 'expected a mapping, found "a"'],
  ['.json', 'null', 'expected a mapping, found null'],
  ['.json', '{"version":"1","version":"2"}', 'duplicate key "version" at line 1 column 16'],
  ['.exe', '', 'expected a tool file, found the extension ".exe"'],
  ['.py', '"', 'unterminated string at line 1 column 1'],
])('readMetadata() refuses %s %j', (extension, text, message) =>
  expect(() => readMetadata(extension, text, parse)).toThrow(new MetadataError(message)),
);

test('readMetadata() throws only a MetadataError, whatever the text', () => {
  const marks = '" \' ` """ \\ ( ) [ ] { } ${ / * # = ; : , "1" f" rb" 1 0x . <!-- --> \\u \\N{ \\x += ! 1e _ => ?.';
  const words = ['__version__', 'export const ', '# version: ', 'if x:', 'lambda', 'return ', 'as const', '\u{ff56}', '\u{1f600}'];
  const spaces = ['\n', '\r', ' ', '\t', '\f', '\0', '\u{2028}', '\ud800'];
  const pieces = fc.constantFrom(...marks.split(' '), ...words, ...spaces);
  const text = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  const property = fc.property(fc.constantFrom(...EXTENSIONS), text, (extension, content) => {
    try {
      requireMetadata(readMetadata(extension, content, parse));
    } catch (error) {
      expect(error).toBeInstanceOf(MetadataError);
      expect((error as Error).message).not.toBe('');
    }
  });
  fc.assert(property, runs(3000));
});

// A reader that takes quadratic time would exceed the time limit of the test.
test.each([
  '"',
  '"""',
  '\\',
  '\\\n',
  '(',
  '[{',
  'f"{',
  'f"{x}" ',
  ' ',
  '\n',
  ';',
  '\u{1d4b3}',
  '1',
  '__version__="a"\n',
  'if x:\n ',
  '-',
  '/',
  '/[',
  '/**/',
  '`${',
  'a\u{a0}',
  'export const a = b, ',
  '<!--',
  '<!---->\n',
  '# version: "',
])('readMetadata() reads very many of %j', (piece) => {
  const text = piece.repeat(trials(1 << 17, 1 << 19) / piece.length);
  const starts = { '.py': ['', '__version__ = ', 'x = f"'], '.ts': ['', 'export const __version__ = ', '`'], '.sh': [''], '.md': [''] };
  for (const [extension, openings] of Object.entries(starts)) {
    for (const opening of openings) expect(['read', 'refused']).toContain(outcome(extension, opening + text));
  }
});

function outcome(extension: string, text: string): unknown {
  try {
    readMetadata(extension, text, parse);
    return 'read';
  } catch (error) {
    return error instanceof MetadataError ? 'refused' : error;
  }
}

const metadata = (fields: Partial<Metadata>): Metadata => ({ version: '1', toolType: 'python', executorId: 'a', ...fields });

test.each<[Partial<Metadata>, object]>([
  [{}, { version: '1', toolType: 'python', executorId: 'a' }],
  [{ version: '1.0.0-rc.1+b_2' }, { version: '1.0.0-rc.1+b_2', toolType: 'python', executorId: 'a' }],
  [{ toolType: undefined }, { version: '1', toolType: null, executorId: 'a' }],
  [
    { toolType: 'primitive', executorId: undefined },
    { version: '1', toolType: 'primitive', executorId: null },
  ],
  [
    { toolType: 'primitive', executorId: null },
    { version: '1', toolType: 'primitive', executorId: null },
  ],
  [
    { toolType: 'primitive', executorId: 'b' },
    { version: '1', toolType: 'primitive', executorId: 'b' },
  ],
  [{ config: 1 }, { version: '1', toolType: 'python', executorId: 'a' }],
])('requireMetadata() accepts %o', (fields, fit) => expect(requireMetadata(metadata(fields))).toEqual(fit));

test.each<[Partial<Metadata>, string]>([
  [{ version: undefined }, 'version: expected text, found nothing'],
  [{ version: null }, 'version: expected text, found null'],
  [{ version: new Float(1) }, 'version: expected text, found 1.0'],
  [{ version: 2n ** 63n }, 'version: expected text, found 9223372036854775808'],
  [{ version: ['1'] }, 'version: expected text, found a list'],
  [{ version: {} }, 'version: expected text, found a mapping'],
  [{ version: '' }, 'version: expected letters, digits and . _ + -, found ""'],
  [{ version: '../1' }, 'version: expected letters, digits and . _ + -, found "../1"'],
  [{ version: '1\n' }, 'version: expected letters, digits and . _ + -, found "1\\n"'],
  [{ version: '1'.repeat(99).concat('/') }, `version: expected letters, digits and . _ + -, found "${'1'.repeat(59)}…`],
  [{ toolType: null }, 'tool_type: expected text, found null'],
  [{ toolType: 1 }, 'tool_type: expected text, found 1'],
  [{ executorId: undefined }, 'executor_id: expected text unless tool_type is primitive, found nothing'],
  [{ executorId: null }, 'executor_id: expected text unless tool_type is primitive, found null'],
  [{ toolType: undefined, executorId: null }, 'executor_id: expected text unless tool_type is primitive, found null'],
  [{ executorId: false }, 'executor_id: expected text unless tool_type is primitive, found false'],
  [{ toolType: 'primitive', executorId: 5 }, 'executor_id: expected text, found 5'],
])('requireMetadata() refuses %o', (fields, message) =>
  expect(() => requireMetadata(metadata(fields))).toThrow(new MetadataError(message)),
);
