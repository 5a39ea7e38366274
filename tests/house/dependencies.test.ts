/** `docs/dependencies.md` names every package of `package.json` once, what runs in the first table and the rest in the second. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies', Record<string, string>>;

it.each([
  ['What runs', 'dependencies'],
  ['What builds and tests', 'devDependencies'],
] as const)('the table under %s names every one of %s once, and says something in every cell', (heading, field) => {
  const section = read('docs/dependencies.md').split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(cells.filter((row) => row.length !== 4 || row.includes(''))).toEqual([]);
  const named = cells.flatMap(([first = '']) => first.split(', ').map((name) => name.replaceAll('`', '')));
  expect(named.sort()).toEqual(Object.keys(manifest[field]).sort());
});
