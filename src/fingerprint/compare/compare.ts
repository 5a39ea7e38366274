/**
 * Compares two versions of a file by what the content hash of a fingerprint covers, in the way of its format.
 *
 *     await compareVersions(files, { candidate: csvV0, fileName: 'tape.csv', newHasher, seed, most: 10 })
 */
import type { Comparison } from '#core/comparison';
import { emptyObject, type JsonObject } from '#core/json/value';
import type { Parsed } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import type { Candidate } from '../candidate.ts';
import { GRID_FORMATS, isTree } from '../formats.ts';
import { compareGrids } from './compare-grids.ts';
import { comparePointers } from './compare-pointers.ts';
import { compareProse } from './compare-prose.ts';
import { compareJson, compareJsonLines } from './compare-trees.ts';
import { compareValues } from './compare-values.ts';
import { Differences } from './differences.ts';
import type { HashSeed } from './keyed-hash.ts';
import type { TwoFiles } from './two-files.ts';

export interface CompareContext {
  readonly candidate: Candidate;
  /** The name of the file, without its folder. */
  readonly fileName: string;
  readonly newHasher: NewHasher;
  /** Random numbers. */
  readonly seed: HashSeed;
  /** How many differences are named. */
  readonly most: number;
}

export async function compareVersions(files: TwoFiles, context: CompareContext): Promise<Comparison> {
  const { candidate, seed, most } = context;
  const differences = new Differences(most);
  if (GRID_FORMATS.includes(candidate.format)) await compareGrids(files, { ...context, differences });
  else if (candidate.source !== 'builtin' && isTree(candidate.format)) await comparePointers(files, { ...context, differences });
  else if (candidate.source !== 'builtin') await compareExtracts(files, context, differences);
  else if (candidate.format === 'json') await compareJson(files, differences);
  else if (candidate.format === 'jsonl') await compareJsonLines(files, seed, differences);
  else await compareProse(files, differences);
  return differences.result();
}

/** The values that a definition extracts, as one object. */
async function compareExtracts(files: TwoFiles, context: CompareContext, differences: Differences): Promise<void> {
  const extract = (parsed: Parsed): JsonObject => extractsOf(parsed, context);
  const old = await files.old.read(extract);
  const now = await files.now.read(extract);
  // Of many rows or lines only their hash is extracted.
  if (hasHash(old) || hasHash(now)) differences.leaveOut();
  compareValues(old, now, { old: '', now: '' }, differences);
}

function extractsOf(parsed: Parsed, { candidate, fileName, newHasher }: CompareContext): JsonObject {
  const { dialect, format } = candidate;
  const run = candidate.begin({ fileName, format, parsed, dialect, bound: new Map() }, newHasher);
  const values = emptyObject();
  for (const [name, value] of run.content().values ?? []) values[name] = value;
  return values;
}

function hasHash(extracts: JsonObject): boolean {
  return Object.values(extracts).some(
    (value) => typeof value === 'object' && value !== null && Object.keys(value).some((name) => name.endsWith('_hash')),
  );
}
