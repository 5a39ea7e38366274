/** Assertions on headings and on the sections below them. */

import { counted } from '#core/count-text';
import type { Format, Heading, Prose, Section } from '#core/parsed';
import { COUNT, LEVEL, PATTERN, type Pattern, TEXT } from '../define/field-types.ts';
import { required } from '../define/fields.ts';
import { shown } from '../shown.ts';
import { type AssertionKind, assertion, judgeProse, missed, passed, unjudged } from './assertion.ts';

/** Formats that have headings. The headings of a PDF come from a text file beside it. */
export const STRUCTURED: readonly Format[] = ['markdown', 'html', 'pdf'];

export const HEADING_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'heading_exists',
    formats: STRUCTURED,
    doc: 'There is a heading with exactly that text.',
    fields: { heading: required(TEXT) },
    bare: 'heading',
    begin: ({ heading }, scope) =>
      judgeProse(scope, ({ headings }) =>
        headings.some(({ text }) => text === heading)
          ? passed(`there is a heading ${shown(heading)}`)
          : missed(`a heading ${shown(heading)}`, among(headings)),
      ),
  }),
  assertion({
    name: 'heading_regex',
    formats: STRUCTURED,
    doc: 'Some heading matches.',
    fields: { pattern: required(PATTERN) },
    begin: ({ pattern }, scope) =>
      judgeProse(scope, ({ headings }) => {
        const hit = headings.find(({ text }) => pattern.test(text));
        return hit === undefined
          ? missed(`a heading that matches ${shown(pattern.text)}`, among(headings))
          : passed(`heading ${shown(hit.text)}`);
      }),
  }),
  assertion({
    name: 'heading_level',
    formats: STRUCTURED,
    doc: 'Some heading of that level matches.',
    fields: { level: required(LEVEL), pattern: required(PATTERN) },
    begin: ({ level, pattern }, scope) =>
      judgeProse(scope, ({ headings }) => {
        const alike = headings.filter(({ text }) => pattern.test(text));
        if (alike.some((heading) => heading.level === level)) return passed(`a heading of level ${level} matches`);
        const expected = `a heading of level ${level} that matches ${shown(pattern.text)}`;
        const [other] = alike;
        if (other !== undefined) return missed(expected, `${shown(other.text)} of level ${other.level}`, { line: other.line });
        return missed(expected, among(headings.filter((heading) => heading.level === level)));
      }),
  }),
  assertion({
    name: 'section_non_empty',
    formats: STRUCTURED,
    doc: 'The first section whose heading matches has a line of text: not blank, a heading, a rule, a comment or a mark of code.',
    fields: { heading: required(PATTERN) },
    begin: ({ heading }, scope) =>
      judgeProse(scope, (prose) => {
        const section = findSection(prose, heading);
        if (section === undefined) return noSection(prose, heading);
        const count = filledLines(prose, section);
        return count > 0
          ? passed(`section ${shown(section.heading)} has ${counted(count, 'line')}`)
          : missed(`text in section ${shown(section.heading)}`, 'none', { line: section.startLine });
      }),
  }),
  assertion({
    name: 'section_min_lines',
    formats: STRUCTURED,
    doc: 'The first section whose heading matches has at least that many lines of text.',
    fields: { heading: required(PATTERN), min_lines: required(COUNT) },
    begin: ({ heading, min_lines }, scope) =>
      judgeProse(scope, (prose) => {
        const section = findSection(prose, heading);
        if (section === undefined) return noSection(prose, heading);
        const count = filledLines(prose, section);
        const expected = `at least ${counted(min_lines, 'line')} in section ${shown(section.heading)}`;
        return count >= min_lines ? passed(counted(count, 'line')) : missed(expected, String(count), { line: section.startLine });
      }),
  }),
];

export function findSection({ sections }: Prose, heading: Pattern): Section | undefined {
  return sections.find((section) => heading.test(section.heading));
}

function noSection({ headings }: Prose, heading: Pattern) {
  return unjudged(`a section whose heading matches ${shown(heading.text)}`, among(headings));
}

/** Headings, and lines that are only markup, fill no section. */
function filledLines({ headings, markup }: Prose, { lines, startLine }: Section): number {
  const isHeading = new Set(headings.map(({ line }) => line));
  const isText = (number: number): boolean => !isHeading.has(number) && markup?.has(number) !== true;
  return lines.filter((line, index) => line.trim() !== '' && isText(startLine + 1 + index)).length;
}

/** Lists the first few headings, to help the user find the right one. */
function among(headings: readonly Heading[]): string {
  if (headings.length === 0) return 'none';
  const few = headings.slice(0, 5).map(({ text }) => shown(text));
  return few.join(', ') + (headings.length > few.length ? ` and ${headings.length - few.length} others` : '');
}
