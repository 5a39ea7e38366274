import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { newHasher } from '#hashing/hashers';
import { vectors } from '../../tests/vectors/vector-file.ts';
import { integrityOf, NotUtf8, splitSigned, withSignature } from './integrity.ts';
import { EXTENSIONS } from './metadata/extensions.ts';
import { BadSignatureLine, formatSignatureLine, type SignatureLine } from './signature-line.ts';

const textOf = (name: string): string => readFileSync(new URL(`../../tests/vectors/chain/${name}`, import.meta.url), 'utf8');
const TOOL = textOf('project/web/scraper.py');
const RUNTIME = textOf('user/runtimes/python_script.yaml');
const PRIMITIVE = textOf('system/primitives/subprocess.yaml');

const SIGNED: SignatureLine = {
  signedAt: '2026-01-01T00:00:00Z',
  hash: 'd21b161a841f7cffa47172e5e78bc12d88e7300635c1b65935dcd180c2587af8',
  signature: 'JIAGuDHscI8RYwPpaB3EL4VWWl3FigYUpkXRYUALfcI6mbjAVcSfu6I-5-SZ9XIWXSpdKFp6tvxz1lch3Z3wDQ==',
  fingerprint: 'f0ff50dacf109dea',
  provider: null,
  user: null,
};
const MARK = formatSignatureLine('.py', SIGNED);
const OTHER = { ...SIGNED, fingerprint: '0123456789abcdef', provider: 'github', user: 'other' };

const split = (text: string, extension = '.py') => splitSigned(extension, encodeUtf8(text));
const integrity = (text: string, extension = '.py'): string => integrityOf(split(text, extension).content, newHasher);
const signed = (text: string, extension = '.py', line = SIGNED): string => decodeUtf8(withSignature(extension, encodeUtf8(text), line));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test.each(vectors('chain-signatures.tsv'))('integrityOf() of %s is %s', (name, expected) =>
  expect(integrity(textOf(name), name.endsWith('.py') ? '.py' : '.yaml')).toBe(expected),
);

test.each([
  [
    'a runtime with another timeout',
    RUNTIME.replace('60', '61'),
    '.yaml',
    'c09bf07b52f5dc4c3fbd07e0961f01f1ab7a579205bdca90a58dbcd12aa38322',
  ],
  ['a tool with a line more', `${TOOL}# x\n`, '.py', '26dc894290d9c918c0bea319821622e29d74e363a6eb63ec42a28048c583d330'],
  ['a tool of another version', TOOL.replace('1.0.0', '1.0.1'), '.py', '8dbe548270713a38569a76bcfd937e1984350c6bdea212e7fd83ab8ce8b6bbce'],
  ['a tool without its last newline', TOOL.slice(0, -1), '.py', '8bea06093f9f1c3a51a80380ea923055dcd1cb5e5c9a62091cdb04efa2e3042a'],
  ['a tool with CRLF', TOOL.replaceAll('\n', '\r\n'), '.py', SIGNED.hash],
  ['a tool with a byte order mark', `\u{feff}${TOOL}`, '.py', '9add2007bf10b0e44eac4ef305abc3392451a305d39bc504140f6ba03c1c61d0'],
  ['a shadowing runtime', `${RUNTIME}# shadow\n`, '.yaml', 'c2a67597aea0c14d4d9c9ba2f5fccdaf3d2a5e99426e2284d23c9dac2f137032'],
  ['a patched primitive', `${PRIMITIVE}# patched\n`, '.yaml', 'd7463bd5b25c91a7b6a9ec4856b49796e8beeb8de8125a7c598b51305e846ea0'],
  ['an empty file', '', '.py', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [
    'a tool with a #! line, which is covered',
    `#!/usr/bin/env python3\n${TOOL}`,
    '.py',
    'c497c3151d638fb51169923fc2fe5f9ea35fb9aa881223b4031e4760ff3725b4',
  ],
])('integrityOf() of %s is known', (_, text, extension, expected) => {
  expect(integrity(text, extension)).toBe(expected);
  if (!text.startsWith('\u{feff}')) expect(integrity(signed(text, extension), extension)).toBe(expected);
});

test('integrityOf() covers a lone CR: only CRLF is read as LF', () => {
  expect(integrity('a\rb\n')).toBe(sha256('a\rb\n'));
  expect(integrity('a\r\r\nb')).toBe(sha256('a\r\nb'));
  expect(integrity('a\r')).toBe(sha256('a\r'));
});

test('integrityOf() covers every form of #! line, and each differently', () => {
  const texts = ['#!/bin/sh\nx\n', '#! /bin/sh\nx\n', '#!/bin/bash\nx\n', 'x\n'];
  expect(texts.map((text) => integrity(signed(text)))).toEqual(texts.map(sha256));
});

test('splitSigned() reads the signature from line 1, or from line 2 after a #! line', () => {
  expect(split(`${MARK}\nx\n`)).toEqual({ content: 'x\n', signature: SIGNED, shebang: false });
  expect(split(`#!/bin/sh\n${MARK}\nx\n`)).toEqual({ content: '#!/bin/sh\nx\n', signature: SIGNED, shebang: true });
  expect(split(`#!/bin/sh\r\n${MARK}\r\nx\r\n`)).toEqual({ content: '#!/bin/sh\nx\n', signature: SIGNED, shebang: true });
});

test.each([`\n${MARK}\nx\n`, `x\n${MARK}\n`, `#!/bin/sh\n\n${MARK}\n`, `#!/bin/sh\rx\r${MARK}\n`, `\u{feff}${MARK}\n`, `#!x ${MARK}`])(
  'splitSigned() leaves a signature line elsewhere as content: %j',
  (text) => expect(split(text)).toMatchObject({ content: text, signature: null }),
);

test('splitSigned() removes one line: a second signature line is content', () => {
  expect(split(`${MARK}\n${MARK}\nx\n`)).toMatchObject({ content: `${MARK}\nx\n`, signature: SIGNED });
  expect(split(`${MARK}\n# rye:signed:junk\n`)).toMatchObject({ content: '# rye:signed:junk\n', signature: SIGNED });
});

test('splitSigned() refuses a signature line before the #! line, which would hash like one after it', () =>
  expect(() => split(`${MARK}\n#!/bin/sh\nx\n`)).toThrow('expected the signature line after the `#!` line, found it before'));

test('splitSigned() refuses a byte order mark after a signature line, where it would not be hashed', () =>
  expect(() => split(`${MARK}\n\u{feff}x\n`)).toThrow('expected text after the signature line, found a byte order mark'));

test.each([
  `${MARK} x\n`,
  `${MARK}\r\r\n`,
  `${MARK}\r`,
  `${MARK}\rx\n`,
  `#!/bin/sh\n${MARK};\n`,
  '# rye:signed:',
  `# rye:signed:${MARK}\n`,
])('splitSigned() refuses a line that starts as a signature and is none: %j', (text) =>
  expect(() => split(text)).toThrow(BadSignatureLine),
);

test('splitSigned() recognises a signature line that is the last line and has no line end', () => {
  expect(split(MARK)).toEqual({ content: '', signature: SIGNED, shebang: false });
  expect(split(`#!/bin/sh\n${MARK}`)).toEqual({ content: '#!/bin/sh', signature: SIGNED, shebang: true });
});

test('splitSigned() leaves JSON unchanged, which is signed in a separate file', () => {
  const text = `${formatSignatureLine('.json', SIGNED)}\r\n{}\r\n`;
  expect(split(text, '.json')).toEqual({ content: text.replaceAll('\r\n', '\n'), signature: null, shebang: false });
});

test.each([
  ['ff', 0],
  ['61c3', 1],
  ['c3a9e282', 2],
  ['61f0808080', 1],
  ['eda080', 0],
  ['e282ac61f4908080', 4],
  ['2320c3a9c0af', 4],
])('splitSigned() refuses the bytes %s, and says that it is at %i', (hex, at) => {
  expect(() => splitSigned('.py', Buffer.from(hex, 'hex'))).toThrow(
    new NotUtf8(`expected UTF-8 text, found another byte at position ${at}`),
  );
});

test('withSignature() creates the signed form of the example', () => {
  expect(sha256(signed(TOOL))).toBe('67f8ea675d7c9aaa4de611b983138bc7361e583b69a4beb3fcfed1c0e957ad51');
  expect(signed(TOOL)).toBe(`${MARK}\n${TOOL}`);
});

test.each([
  ['no #! line', 'x\ny\n', `${MARK}\nx\ny\n`],
  ['a #! line', '#!/bin/sh\nx\n', `#!/bin/sh\n${MARK}\nx\n`],
  ['CRLF', 'x\r\ny\r\n', `${MARK}\r\nx\r\ny\r\n`],
  ['CRLF and a #! line', '#!/bin/sh\r\nx\r\n', `#!/bin/sh\r\n${MARK}\r\nx\r\n`],
  ['mixed line ends', 'x\ny\r\n', `${MARK}\nx\ny\r\n`],
  ['no text', '', `${MARK}\n`],
  ['no last newline', 'x', `${MARK}\nx`],
  ['a #! line alone', '#!/bin/sh', `#!/bin/sh\n${MARK}`],
  ['a #! line alone that ends in CR', '#!/bin/sh\r', `#!/bin/sh\r\r\n${MARK}`],
  ['an empty first line', '\nx\r\n', `${MARK}\n\nx\r\n`],
])('withSignature() puts the line into a file with %s', (_, text, expected) => expect(signed(text)).toBe(expected));

test('withSignature() replaces a line of any key, and uses the line end of the file', () => {
  expect(signed(signed('x\n'), '.py', OTHER)).toBe(`${formatSignatureLine('.py', OTHER)}\nx\n`);
  expect(signed(`${MARK}\nx\r\ny\r\n`, '.py', OTHER)).toBe(`${formatSignatureLine('.py', OTHER)}\r\nx\r\ny\r\n`);
  expect(signed(`#!/bin/sh\r\n${MARK}`, '.py', OTHER)).toBe(`#!/bin/sh\n${formatSignatureLine('.py', OTHER)}`);
});

test('withSignature() leaves JSON as it is', () => expect(signed('{}\r\n', '.json')).toBe('{}\r\n'));

test('withSignature() refuses to replace a line that is not a signature', () =>
  expect(() => signed(`${MARK} x\ny\n`)).toThrow(BadSignatureLine));

test.each(EXTENSIONS)(
  'withSignature() of %s keeps the content when it is signed, signed again, and the signature is removed',
  (extension) => {
    for (const text of ['', 'x', 'x\n', '#!/bin/x\ny\n', 'x\r\ny\r\n', `${MARK} y\n`.slice(2), '\r', '\n\n']) {
      const { content } = split(text, extension);
      const once = signed(text, extension);
      const again = signed(once, extension, OTHER);
      expect(split(once, extension)).toMatchObject({ content, signature: extension === '.json' ? null : SIGNED });
      expect(split(again, extension)).toMatchObject({ content, signature: extension === '.json' ? null : OTHER });
      expect(signed(again, extension)).toBe(once);
    }
  },
);
