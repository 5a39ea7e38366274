/** A row of a table as a line of text, one space around each cell; a bar inside a cell is escaped: `| Unit | Rent \\| tax |`. */
export function rowLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
