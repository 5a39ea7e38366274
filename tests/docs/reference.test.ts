import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { formatManPages } from './man-pages.ts';
import { formatReference } from './reference.ts';
import { formatRefusals } from './refusal-reference.ts';

const pages: readonly { name: string; made: string }[] = [
  { name: 'docs/commands.md', made: formatReference() },
  { name: 'docs/refusals.md', made: await formatRefusals() },
  ...[...(await formatManPages())].map(([name, made]) => ({ name: `man/${name}`, made })),
];

it.each(pages)('$name is what npm run docs makes of the tables', ({ name, made }) => {
  const path = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  if (process.env['UPDATE_DOCS'] === '1' && !process.env['CI']) writeFileSync(path, made);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(made);
});
