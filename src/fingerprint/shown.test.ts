import { describe, expect, it } from 'vitest';
import { shown, shownCell } from './shown.ts';

describe('shown()', () => {
  it('quotes and escapes', () => expect(shown('a"\n\u{1b}')).toBe('"a\\"\\n\\u001b"'));

  it('cuts text after eighty units, never within a character', () => {
    expect(shown('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
    expect(shown('x'.repeat(81))).toBe(`"${'x'.repeat(80)}"…`);
    expect(shown(`${'x'.repeat(79)}\u{1f389}y`)).toBe(`"${'x'.repeat(79)}"…`);
  });

  it('shows a lone surrogate as U+FFFD, as it is written', () => expect(shown('\u{d800}')).toBe('"\u{fffd}"'));
});

it('shownCell() describes an absent cell', () => {
  expect([shownCell(null), shownCell(''), shownCell(' ')]).toEqual(['a blank cell', 'a blank cell', '" "']);
});
