import { expect, it } from 'vitest';
import { BadSignature } from '../bad-signature.ts';
import { parseMinisignKey } from './public-key.ts';
import { parseMinisignSignature } from './signature.ts';

const COMMENT = 'untrusted comment: a';
const numbered = (algorithm: string, length: number): string =>
  Buffer.concat([Buffer.from(algorithm), Buffer.alloc(8, 1), Buffer.alloc(length)]).toString('base64');
const SIGNATURE = Buffer.alloc(64).toString('base64');
const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

it('parseMinisignSignature() tells minisign from signify', () => {
  expect(parseMinisignSignature(lines(COMMENT, numbered('Ed', 64)))).toMatchObject({ form: 'signify', trusted: null });
  const made = lines(COMMENT, numbered('ED', 64), 'trusted comment: b', SIGNATURE, 'more');
  expect(parseMinisignSignature(made)).toMatchObject({ form: 'minisign', trusted: { text: 'b' }, unsignedLines: 1 });
});

const WHAT = 'a signature of minisign or signify';
it.each([
  [`expected 74 bytes in ${WHAT}, found 73`, lines(COMMENT, numbered('Ed', 63))],
  [`expected a comment of at most 1022 bytes in ${WHAT}, found a longer one`, lines(COMMENT.padEnd(1023, 'a'), numbered('Ed', 64))],
  [
    `expected ${WHAT} with a comment and two whole lines, found an empty one or no end of the line`,
    lines('untrusted comment: ', numbered('Ed', 64)),
  ],
  [
    `expected ${WHAT} with a comment and two whole lines, found an empty one or no end of the line`,
    lines(COMMENT, numbered('Ed', 64)).trimEnd(),
  ],
  [
    'expected a trusted comment of at most 8190 bytes, found a longer one',
    lines(COMMENT, numbered('ED', 64), 'trusted comment: '.padEnd(8191, 'b'), SIGNATURE),
  ],
])('parseMinisignSignature() says "%s"', (message, text) => expect(() => parseMinisignSignature(text)).toThrow(new BadSignature(message)));

it('parseMinisignKey() ignores nothing behind the two lines of a key', () => {
  const key = lines(COMMENT, numbered('Ed', 32));
  expect(parseMinisignKey(`${key}\n\n`).number).toBe('01'.repeat(8));
  expect(() => parseMinisignKey(`${key}${key}`)).toThrow('in two lines, found 4');
});
