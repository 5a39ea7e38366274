/** A folder for one test file, removed when its tests are over. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Its real path. */
export function scratchFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `custody-${name}-`)));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
