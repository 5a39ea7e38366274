/**
 * Signature lines in files of any text: taking one out gives what was there before it was put in, whatever the line ends; a changed
 * character of the line, or one more, is refused or is content, and never signs anything else; bytes that are not UTF-8 are refused.
 */
import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BadSignatureLine, NotUtf8, type SignedText, splitSigned, withSignature } from '#chain/integrity';
import { EXTENSIONS } from '#chain/metadata/extensions';
import { formatSignatureLine, parseSignatureLine, type SignatureLine } from '#chain/signature-line';
import { encodeUtf8 } from '#core/bytes/utf8';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const base64url = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => `${Buffer.from(bytes).toString('base64url')}==`);
const account = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
const instant = fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true });

const line: fc.Arbitrary<SignatureLine> = fc
  .record({ at: instant, hash: hex(64), signature: base64url, fingerprint: hex(16), who: fc.option(fc.tuple(account, account)) })
  .map(({ at, hash, signature, fingerprint, who }) => ({
    signedAt: `${at.toISOString().slice(0, 19)}Z`,
    hash,
    signature,
    fingerprint,
    provider: who?.[0] ?? null,
    user: who?.[1] ?? null,
  }));
const extension = fc.constantFrom(...EXTENSIONS);

const MARK =
  'rye:signed:2026-01-01T00:00:00Z:d21b161a841f7cffa47172e5e78bc12d88e7300635c1b65935dcd180c2587af8:JIAGuDHscI8RYwPpaB3EL4VWWl3FigYUpkXRYUALfcI6mbjAVcSfu6I-5-SZ9XIWXSpdKFp6tvxz1lch3Z3wDQ==:f0ff50dacf109dea';
/** Pieces that meet the rules at their edges. */
const piece = fc.constantFrom(
  '\n',
  '\r',
  '\r\n',
  '#!',
  '#!/bin/sh',
  '#',
  '# ',
  '// ',
  '<!-- ',
  ' -->',
  MARK,
  `# ${MARK}`,
  `// ${MARK}`,
  `<!-- ${MARK} -->`,
  'rye:signed:',
  '\u{feff}',
  'x',
  '\u{2028}',
  '\u{1f600}',
  '',
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

function splitOrNull(kind: string, bytes: Uint8Array): SignedText | null {
  try {
    return splitSigned(kind, bytes);
  } catch (error) {
    if (error instanceof BadSignatureLine || error instanceof NotUtf8) return null;
    throw error;
  }
}

describe('chain signatures, at random', LONG_TIMEOUT, () => {
  test('splitSigned() undoes withSignature(), and signing again changes nothing but the line', () => {
    fc.assert(
      fc.property(extension, text, line, line, (kind, given, first, second) => {
        const bytes = encodeUtf8(given);
        const before = splitOrNull(kind, bytes);
        // What starts with a byte order mark is not signed.
        fc.pre(before !== null && !before.content.startsWith('\u{feff}'));
        const once = withSignature(kind, bytes, first);
        const again = withSignature(kind, once, second);
        const { content, shebang } = before;
        expect(splitSigned(kind, once)).toEqual({ content, shebang, signature: kind === '.json' ? null : first });
        expect(splitSigned(kind, again)).toEqual({ content, shebang, signature: kind === '.json' ? null : second });
        expect(withSignature(kind, again, first)).toEqual(once);
      }),
      runs(1500),
    );
  });

  test('parseSignatureLine() undoes formatSignatureLine()', () => {
    fc.assert(
      fc.property(extension, line, (kind, given) => {
        expect(parseSignatureLine(kind, formatSignatureLine(kind, given))).toEqual(kind === '.json' ? null : given);
      }),
      runs(2000),
    );
  });

  test('parseSignatureLine() reads no line in which a character was put in, taken out or changed as it was', () => {
    fc.assert(
      fc.property(extension, line, fc.nat(), fc.string({ unit: 'binary', maxLength: 2 }), fc.nat(2), (kind, given, place, put, taken) => {
        const whole = formatSignatureLine(kind, given);
        const at = place % (whole.length + 1);
        const changed = whole.slice(0, at) + put + whole.slice(at + taken);
        fc.pre(changed !== whole);
        let found: SignatureLine | null = null;
        try {
          found = parseSignatureLine(kind, changed);
        } catch (error) {
          if (!(error instanceof BadSignatureLine)) throw error;
        }
        // What is still a line says exactly what it says.
        if (found !== null) expect(formatSignatureLine(kind, found)).toBe(changed);
      }),
      runs(3000),
    );
  });

  test('splitSigned() refuses exactly the bytes that are not UTF-8, and names the first of them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 24 }), (bytes) => {
        if (isUtf8(bytes)) return void splitOrNull('.json', bytes);
        const at = Number(/at position (\d+)$/.exec(messageOf(() => splitSigned('.json', bytes)))?.[1]);
        expect(isUtf8(bytes.subarray(0, at))).toBe(true);
        for (let length = 1; length <= 4; length++)
          expect(at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length))).toBe(false);
      }),
      runs(1500),
    );
  });
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}
