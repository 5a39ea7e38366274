/** Prints the result as Markdown tables for the README: one for each measure, with its inputs above it. */
const HEADS = { measure: 'measure', ours: 'ours', peer: 'peer', ratio: 'ratio', bar: 'limit', verdict: '' };

export function printTable({ title, inputs, rounds, rows }) {
  const lines = [HEADS, ...rows];
  const widths = Object.keys(HEADS).map((column) => Math.max(3, ...lines.map((line) => line[column].length)));
  const format = (line) =>
    `| ${Object.keys(HEADS)
      .map((column, i) => line[column].padEnd(widths[i]))
      .join(' | ')} |`;
  console.log(`\n## ${title}\n\n${inputs}; medians of ${rounds} rounds\n`);
  console.log(format(HEADS));
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of rows) console.log(format(row));
}
