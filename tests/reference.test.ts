import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { formatReference } from './reference.ts';

const path = fileURLToPath(new URL('../docs/commands.md', import.meta.url));

it('docs/commands.md is what npm run docs makes of the tables', () => {
  if (process.env['UPDATE_DOCS'] === '1' && !process.env['CI']) writeFileSync(path, formatReference());
  expect(existsSync(path) ? readFileSync(path, 'utf8') : '').toBe(formatReference());
});
