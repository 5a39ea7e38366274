import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { formatReference } from './reference.ts';
import { formatRefusals } from './refusal-reference.ts';

const pages = [
  { name: 'commands.md', format: formatReference },
  { name: 'refusals.md', format: formatRefusals },
];

it.each(pages)('docs/$name is what npm run docs makes of the tables', async ({ name, format }) => {
  const path = fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
  const made = await format();
  if (process.env['UPDATE_DOCS'] === '1' && !process.env['CI']) writeFileSync(path, made);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(made);
});
