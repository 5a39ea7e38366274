/**
 * The sections of a text with headings. A section lasts from its heading to the next heading of the same or a higher level, so it includes
 * its subsections.
 *
 *     # A            section A: lines 1 to 4, including `## B` and its text
 *     x
 *     ## B           section B: lines 3 to 4
 *     y
 */
import type { Heading, Section } from '#core/parsed';

export function sectionsOf(lines: readonly string[], headings: readonly Heading[]): readonly Section[] {
  const open: { readonly heading: Heading; readonly index: number }[] = [];
  const ends = headings.map(() => lines.length);
  headings.forEach((heading, index) => {
    while (open.length > 0 && (open.at(-1) as { heading: Heading }).heading.level >= heading.level) {
      ends[(open.pop() as { index: number }).index] = heading.line - 1;
    }
    open.push({ heading, index });
  });
  return headings.map(({ text, level, line }, index) => {
    const endLine = ends[index] as number;
    // The text is copied only on access: a hundred nested sections of a long text would store it a hundred times.
    return {
      heading: text,
      level,
      startLine: line,
      endLine,
      get lines() {
        return lines.slice(line, endLine);
      },
    };
  });
}

/** A table row as a line of text, with one space around each cell; a bar inside a cell is escaped: `| Unit | Rent \\| tax |`. */
export function rowLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
