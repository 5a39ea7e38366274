/** A folder with an OK sample of nearly every kind, for programs that run in it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { SAMPLES } from './samples.ts';

export const binFolder = fileURLToPath(new URL('../../bin', import.meta.url));

export async function scratch(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'custody-offline-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const made = new Set<string>();
  for (const { kind, outcome, make } of SAMPLES) {
    // A chain needs spaces of its own.
    if (outcome !== 'OK' || kind === 'chain-lock' || made.has(kind)) continue;
    made.add(kind);
    const inner = join(folder, kind);
    mkdirSync(inner);
    await make(inner);
  }
  return folder;
}
