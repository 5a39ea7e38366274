/**
 * The sections of a text that has headings: each lasts from its heading to the next one of the same or a higher level, so the sections
 * below are part of it.
 *
 *     # A            section A: lines 1 to 4, of which `## B` and its text are part
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
    // A copy is made when it is looked at: a hundred nested sections of a long text would hold it a hundred times.
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

/** A row of a table as a line of text, one space around each cell; a bar inside a cell is escaped: `| Unit | Rent \\| tax |`. */
export function rowLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
