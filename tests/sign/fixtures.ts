/** The published and made cases of signatures, which lie beside the project; tests that need them are skipped where they are not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const fixtures = fileURLToPath(new URL('../../../shared/fixtures/sign', import.meta.url));
export const isThere = existsSync(fixtures);
export const why = isThere ? '' : ' (skipped: ../shared/fixtures/sign is not on this machine)';

/** What a case holds, its reader says. */
export function readCases(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(fixtures, ...path), 'utf8'));
}
