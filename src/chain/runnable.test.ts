import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { runs } from '../../tests/helpers/trials.ts';
import { splitSigned } from './integrity.ts';
import { EXTENSIONS } from './metadata/extensions.ts';
import { isRunnableUnchanged, runnableBytes } from './runnable.ts';
import { formatSignatureLine } from './signature-line.ts';

const LINE = {
  signedAt: '2026-01-01T00:00:00Z',
  hash: 'd'.repeat(64),
  signature: `${'A'.repeat(86)}==`,
  fingerprint: 'f0ff50dacf109dea',
  provider: 'a--',
  user: '--b',
};
const mark = (extension: string): string => formatSignatureLine(extension, LINE);
const runnable = (extension: string, text: string): string => decodeUtf8(runnableBytes(extension, encodeUtf8(text)));
const lies = (extension: string, text: string): boolean => isRunnableUnchanged(extension, encodeUtf8(text));

/** Every character that some interpreter treats as a line end, and other unusual ones. */
const ODD = 'a\fb\vc\u{85}d\u{2028}e\u{2029}f\0g\rh\n\n\u{feff}\n';

test.each([
  ['.sh', 'DRY_RUN=1\r\nset -e\n', 'DRY_RUN=1\nset -e\n'],
  ['.sh', '#!/bin/sh\r\nset -e\r\n', '#!/bin/sh\nset -e\n'],
  ['.sh', `#!/bin/sh\r\n${mark('.sh')}\r\nset -e`, '#!/bin/sh\n#\nset -e'],
  ['.sh', `${mark('.sh')}\nset -e\n`, '#\nset -e\n'],
  ['.sh', `#!/bin/sh\n${mark('.sh')}`, '#!/bin/sh'],
  ['.sh', `#!/bin/sh\r\r\n${mark('.sh')}`, '#!/bin/sh\r'],
  ['.py', `${mark('.py')}\r\nx = 1\r\n`, '#\nx = 1\n'],
  ['.js', `${mark('.js')}\nx()\n`, '//\nx()\n'],
  ['.js', `#!/usr/bin/env node\n${mark('.js')}\nx()\n`, '#!/usr/bin/env node\n//\nx()\n'],
  ['.md', `${mark('.md')}\r\n# Title\r\n`, '<!-- -->\n# Title\n'],
  ['.json', '{\r\n}\r\n', '{\n}\n'],
])('runnableBytes() of a %s file %j is %j', (extension, text, expected) => expect(runnable(extension, text)).toBe(expected));

test.each(EXTENSIONS)(
  'runnableBytes() of a %s file without a signature line is what was hashed, and has as many lines as the file with one',
  (extension) => {
    for (const text of [ODD, ODD.replaceAll('\n', '\r\n'), `#!x\n${ODD}`, 'a\r\r\nb\r', '']) {
      expect(runnable(extension, text)).toBe(splitSigned(extension, encodeUtf8(text)).content);
      if (extension === '.json') continue;
      const signed = text.startsWith('#!') ? text.replace('\n', `\n${mark(extension)}\n`) : `${mark(extension)}\n${text}`;
      const lines = runnable(extension, signed).split('\n');
      expect(lines).toHaveLength(signed.split('\n').length);
      expect(lines.toSpliced(text.startsWith('#!') ? 1 : 0, 1).join('\n')).toBe(splitSigned(extension, encodeUtf8(signed)).content);
    }
  },
);

test.each(EXTENSIONS)('isRunnableUnchanged() of a %s file holds for the text that was hashed, with its signature line', (extension) => {
  for (const text of [ODD, 'a', '', '#!x\nb\n']) expect(lies(extension, text)).toBe(true);
  if (extension === '.json') return;
  expect([lies(extension, `${mark(extension)}\na\n`), lies(extension, `#!x\n${mark(extension)}`)]).toEqual([true, true]);
});

test.each(['a\r\n', 'a\nb\r\nc\n', '#!/bin/sh\r\na\n', 'a\r\r\n', `${mark('.sh')}\r\na\n`, `#!/bin/sh\n${mark('.sh')}\r\na\n`])(
  'isRunnableUnchanged() does not hold for %j',
  (text) => expect(lies('.sh', text)).toBe(false),
);

const piece = fc.constantFrom(
  '\r',
  '\n',
  '\r\n',
  '#!/bin/sh',
  'a',
  ' ',
  '#',
  '\u{feff}',
  '\f',
  '\0',
  '\u{2028}',
  ...['.sh', '.js', '.md'].map(mark),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

test('two files of one content and as many signature lines are one program', () => {
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(fc.constantFrom('.sh', '.js', '.md', '.json'), text, (extension, given) => {
      let split: ReturnType<typeof splitSigned>;
      try {
        split = splitSigned(extension, encodeUtf8(given));
      } catch {
        return;
      }
      const key = JSON.stringify([extension, split.content, split.signature !== null]);
      const program = runnable(extension, given);
      expect(seen.get(key) ?? program).toBe(program);
      seen.set(key, program);
      if (split.signature === null) expect(lies(extension, given)).toBe(program === given);
    }),
    runs(6000),
  );
  expect(seen.size).toBeGreaterThan(100);
});
