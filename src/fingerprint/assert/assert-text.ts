/** Assertions on the normalised text as a whole. */

import { counted } from '#core/count-text';
import type { Format } from '#core/parsed';
import { NEARNESS, PATTERN, TEXT } from '../define/field-types.ts';
import { required } from '../define/fields.ts';
import { shown } from '../shown.ts';
import { type AssertionKind, assertion, judgeProse, missed, passed, unjudged } from './assertion.ts';
import { nearestPair } from './near.ts';

/** Formats that have text. */
export const TEXTUAL: readonly Format[] = ['markdown', 'text', 'html', 'pdf'];

export const TEXT_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'text_contains',
    formats: TEXTUAL,
    doc: 'The text holds these very characters.',
    fields: { text: required(TEXT) },
    bare: 'text',
    begin: ({ text }, scope) =>
      judgeProse(scope, (prose) =>
        prose.text.includes(text) ? passed(`the text holds ${shown(text)}`) : missed(`the text ${shown(text)}`, whichText(prose.text)),
      ),
  }),
  assertion({
    name: 'text_regex',
    formats: TEXTUAL,
    doc: 'The pattern matches somewhere in the text.',
    fields: { pattern: required(PATTERN) },
    begin: ({ pattern }, scope) =>
      judgeProse(scope, ({ text }) => {
        const match = pattern.find(text);
        return match === null
          ? missed(`text that matches ${shown(pattern.text)}`, whichText(text))
          : passed(`${shown(text.slice(match.start, match.end))} matches`);
      }),
  }),
  assertion({
    name: 'text_near',
    formats: TEXTUAL,
    doc: 'The pattern matches within so many characters of the anchor, before or after it; a gap of up to nine spaces counts nothing.',
    fields: { anchor: required(PATTERN), pattern: required(PATTERN), within_chars: required(NEARNESS) },
    begin: ({ anchor, pattern, within_chars }, scope) =>
      judgeProse(scope, ({ text }) => {
        const expected = `${shown(pattern.text)} within ${counted(within_chars, 'character')} of ${shown(anchor.text)}`;
        const pair = nearestPair(text, { anchor, pattern, within: within_chars });
        if (pair === null)
          return anchor.test(text) ? missed(expected, 'no match of the pattern') : unjudged(expected, 'no match of the anchor');
        const { match, gap } = pair;
        const hit = shown(text.slice(match.start, match.end));
        return gap <= within_chars
          ? passed(`${hit} is ${counted(gap, 'character')} away`)
          : missed(expected, `${hit}, ${counted(gap, 'character')} away`);
      }),
  }),
];

function whichText(text: string): string {
  return text.trim() === '' ? 'no text' : 'none';
}
