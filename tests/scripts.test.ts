import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runScript, startsProcesses, titleOf } from './helpers/script.ts';

const folder = fileURLToPath(new URL('scripts', import.meta.url));
const isFast = process.env['CUSTODY_FAST'] === '1';
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt'))
  .filter((name) => !isFast || !startsProcesses(join(folder, name)));

describe('scripts', () => {
  it('are found', () => expect(scripts.length).toBeGreaterThan(0));
  for (const name of scripts.sort()) it(`${name}: ${titleOf(join(folder, name))}`, () => runScript(join(folder, name)));
});
