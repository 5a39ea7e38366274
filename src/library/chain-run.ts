/**
 * Runs a tool, if its chain is signed and is the one that the lock pins: `chain run`. A tool that must not run is refused before anything
 * starts.
 *
 *     await runChain('web/scraper', { params: { url: 'https://example.org' } })     0, the exit code of the tool
 */

import { tmpdir } from 'node:os';
import { openFinder } from '#chain/ops/find-tools';
import { checkChain, runChain as runChecked } from '#chain/ops/run';
import type { Streams } from '#chain/ops/run-process';
import { isJsonObject, type JsonObject } from '#core/json/value';
import { workingFolder } from '#disk/path/working-folder';
import { processEnv } from '#installation/process-input';
import { type ChainSettings, spacesOf, warn } from './chain-spaces.ts';
import { absolute } from './given-path.ts';

export interface RunSettings extends ChainSettings {
  readonly params?: JsonObject;
  /** Appended to the command. */
  readonly words?: readonly string[];
  /** Runs the tool even if no lock pins it. */
  readonly unlocked?: boolean;
  /** Runs the tool even if an element is not signed; a wrong or untrusted signature is still refused. */
  readonly allowUnsigned?: boolean;
  /** Runs the file in its own folder, for tools that import neighbouring files. */
  readonly inPlace?: boolean;
  /** The default is the streams of this process. */
  readonly streams?: Streams;
}

export type { Streams };

/** The exit code of the tool; 128 plus the number of the signal that ended it, or 124 on a timeout. */
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
