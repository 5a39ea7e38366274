/** Plain text, in every encoding and line end, with spaces at the ends of lines and more blank lines. */
import fc from 'fast-check';
import { ENCODINGS, type Encoding, encodeAs } from '../content.ts';
import { type Writer, writerOf } from './writer.ts';

const letters = Array.from('abc 12.é|#*漢\u00a0');
const line = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }).map((text) => text.replace(/[ ]+$/, ''));
const content = fc.array(line, { minLength: 1, maxLength: 8 }).map((all) => [...all, 'end']);

/** One character, or one line, is another one. */
const changed = content.chain((all) =>
  fc
    .tuple(fc.nat(all.length - 1), fc.nat(12), fc.constantFrom('x', 'é', '7'), line, fc.boolean())
    .map(([row, at, letter, fresh, isWhole]) => {
      const before = all[row] as string;
      return [all, all.with(row, isWhole ? fresh : `${before.slice(0, at)}${letter}${before.slice(at + 1)}`)] as const;
    })
    .filter(([before, after]) => before.join('\n') !== after.join('\n')),
);

interface Style {
  readonly encoding: Encoding;
  readonly lineEnd: string;
  readonly tail: string;
  /** At the start and at the end. */
  readonly margin: number;
  /** For each blank line. */
  readonly blankLines: number;
}
const style: fc.Arbitrary<Style> = fc.record({
  encoding: fc.constantFrom(...ENCODINGS),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  tail: fc.constantFrom('', ' ', ' \t '),
  margin: fc.nat(3),
  blankLines: fc.integer({ min: 1, max: 3 }),
});

function write(all: readonly string[], { encoding, lineEnd, tail, margin, blankLines }: Style): Uint8Array {
  const text = all.map((one) => `${one}${tail}${lineEnd}`.repeat(one === '' ? blankLines : 1)).join('');
  return encodeAs(`${lineEnd.repeat(margin)}${text}${lineEnd.repeat(margin)}`, encoding);
}

export const textWriter: Writer = writerOf({ content, changed, style, write });
