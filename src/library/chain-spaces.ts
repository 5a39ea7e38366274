/** What every function about tool chains is told: where the three spaces lie, and what to do with warnings. */

import { homedir } from 'node:os';
import { findSpaces, type SpaceRoots } from '#chain/ops/spaces';
import { workingFolder } from '#disk/path/working-folder';
import { processEnv } from '#installation/started-with';

export interface ChainSettings {
  /** The project folder; by default the nearest one above that holds `.ai`, else the current one. */
  readonly project?: string;
  /** By default `USER_SPACE` of `env`, else `~/.ai`. */
  readonly userSpace?: string;
  /** By default `SYSTEM_SPACE` of `env`, else none. */
  readonly systemSpace?: string;
  /** The environment of this process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told what the command line says on standard error. */
  readonly onWarning?: (message: string) => void;
}

export function spacesOf({ project, userSpace, systemSpace, env = processEnv() }: ChainSettings): SpaceRoots {
  return findSpaces({ env, cwd: workingFolder(), home: env['HOME'] ?? homedir(), project, userSpace, systemSpace });
}

export function warn({ onWarning }: ChainSettings, messages: readonly string[]): void {
  for (const message of messages) onWarning?.(message);
}
