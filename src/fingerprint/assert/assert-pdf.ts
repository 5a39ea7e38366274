/** Assertions on a PDF as a document: its pages, and the entries of its Info dictionary. */

import type { Format } from '#core/parsed';
import { COUNT, PATTERN, TEXT } from '../define/field-types.ts';
import { optional, required } from '../define/fields.ts';
import { shown } from '../shown.ts';
import { type AssertionKind, assertion, judgeProse, missed, passed } from './assertion.ts';
import { judgeCount, needsABound } from './count-bounds.ts';

const PDF: readonly Format[] = ['pdf'];

export const PDF_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'page_count',
    formats: PDF,
    doc: 'There are from `min` to `max` pages; one of them may be absent.',
    isCertain: true,
    fields: { min: optional(COUNT), max: optional(COUNT) },
    objection: needsABound,
    begin: (bounds, scope) => judgeProse(scope, ({ pageCount }) => judgeCount(pageCount ?? 0, 'page', bounds)),
  }),
  assertion({
    name: 'metadata_regex',
    formats: PDF,
    doc: 'The entry of the Info dictionary matches; its key is found in any case.',
    isCertain: true,
    fields: { key: required(TEXT), pattern: required(PATTERN) },
    begin: ({ key, pattern }, scope) =>
      judgeProse(scope, ({ metadata }) => {
        const values = Object.entries(metadata).flatMap(([name, value]) => (name.toLowerCase() === key.toLowerCase() ? [value] : []));
        const hit = values.find((value) => pattern.test(value));
        if (hit !== undefined) return passed(`${key} is ${shown(hit)}`);
        return missed(`${key} that matches ${shown(pattern.text)}`, values.map(shown).join(', ') || `no ${key}`);
      }),
  }),
];
