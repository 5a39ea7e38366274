/**
 * A tool, run if its chain is what the lock pins and is signed: `chain run`. What may not run is refused before anything starts.
 *
 *     await runChain('web/scraper', { params: { url: 'https://example.org' } })     0, the exit code of the tool
 */

import { tmpdir } from 'node:os';
import { openFinder } from '#chain/ops/find-tools';
import { checkChain, runChain as runChecked } from '#chain/ops/run';
import type { Streams } from '#chain/ops/run-process';
import { isJsonObject, type JsonObject } from '#core/json/value';
import { workingFolder } from '#disk/path/working-folder';
import { processEnv } from '#installation/started-with';
import { type ChainSettings, spacesOf, warn } from './chain-spaces.ts';
import { absolute } from './placed.ts';

export interface RunSettings extends ChainSettings {
  readonly params?: JsonObject;
  /** Appended to the command. */
  readonly words?: readonly string[];
  /** Runs although no lock pins the tool. */
  readonly unlocked?: boolean;
  /** Runs although an element is not signed; a wrong or untrusted signature is refused all the same. */
  readonly allowUnsigned?: boolean;
  /** Runs the file where it lies, for tools that import their neighbours. */
  readonly inPlace?: boolean;
  /** Those of this process by default. */
  readonly streams?: Streams;
}

export type { Streams };

/** The exit code of the tool: 128 and the number of the signal that ended it, or 124 where its time was over. */
export async function runChain(id: string, settings: RunSettings = {}): Promise<number> {
  const { params = {}, words = [], unlocked = false, allowUnsigned = false, inPlace = false, streams = 'inherit' } = settings;
  const { env = processEnv() } = settings;
  if (!isJsonObject(params)) throw new RangeError('expected params to be an object, found another value');
  const roots = spacesOf(settings);
  const checked = checkChain(id, { roots, unlocked, allowUnsigned }, openFinder(roots));
  warn(settings, checked.warnings);
  const temporary = absolute(env['TMPDIR'] || tmpdir());
  const { exit, left } = await runChecked(checked, { params, words, env, cwd: workingFolder(), temporary, inPlace, streams });
  if (left !== null) warn(settings, [left]);
  return exit;
}
