/**
 * Any single byte changed in any pinned file is found by `stack verify` and named. Every file that a lock pins, and the archive of a lawpack:
 * with `CUSTODY_TRIALS=many` each of their bytes in three ways (minutes), else a sample that starts elsewhere for each file and way.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { places } from '../helpers/trials.ts';
import { ARCHIVE_PLACE, CORRIDOR_FOLDER, lockZone, signedZone, verifyZone } from './signed-zone.ts';

const folder = join(scratchFolder('stack-flipped'), 'tree');

const pinned = [
  'modules/aml/module.yaml',
  'modules/legal/jurisdictions/ex/north/civil/lawpack.lock.json',
  'zones/one/overlays/aml.patch',
  `${CORRIDOR_FOLDER}/module.yaml`,
  `${CORRIDOR_FOLDER}/corridor.yaml`,
  `${CORRIDOR_FOLDER}/trust-anchors.yaml`,
  `${CORRIDOR_FOLDER}/key-rotation.yaml`,
  `${CORRIDOR_FOLDER}/corridor.vc.json`,
  `${CORRIDOR_FOLDER}/agreement.0.vc.json`,
  `${CORRIDOR_FOLDER}/agreement.1.vc.json`,
];

/** The next letter, which keeps most texts well-formed; one that no text holds; one that ends a line. */
const flips: readonly ((byte: number) => number)[] = [(byte) => byte ^ 1, (byte) => byte ^ 0x80, (byte) => (byte === 0x0a ? 0x20 : 0x0a)];

beforeAll(async () => {
  mkdirSync(folder);
  signedZone(folder);
  await lockZone(folder);
});

/** The files that are named, or what was thrown. */
async function namedFiles(): Promise<readonly (string | null)[]> {
  const verdict = await verifyZone(folder);
  return verdict.judged.findings.map(({ file }) => file);
}

async function unnoticed(path: string, chosen: readonly number[], flip: (byte: number) => number): Promise<readonly string[]> {
  const place = join(folder, path);
  const bytes = readFileSync(place);
  const missed: string[] = [];
  try {
    for (const at of chosen) {
      const changed = Buffer.from(bytes);
      changed[at] = flip(changed[at] as number);
      writeFileSync(place, changed);
      const named = await namedFiles().catch((error: unknown) => [String(error)]);
      if (!named.includes(path)) missed.push(`byte ${at}, now ${changed[at]}: ${named.join(', ')}`);
    }
  } finally {
    writeFileSync(place, bytes);
  }
  return missed;
}

test('stack verify finds nothing in the tree as it is', async () => expect(await namedFiles()).toEqual([]));

test.each([...pinned, ARCHIVE_PLACE])('stack verify names %s, whichever of its bytes is another', { timeout: 600_000 }, async (path) => {
  const { length } = readFileSync(join(folder, path));
  for (const [turn, flip] of flips.entries()) expect(await unnoticed(path, places(length, length / 8, turn), flip)).toEqual([]);
});
