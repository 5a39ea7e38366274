/** The settings of every function about tool chains: the locations of the three spaces, and the handling of warnings. */

import { homedir } from 'node:os';
import { findSpaces, type SpaceRoots } from '#chain/ops/spaces';
import { workingFolder } from '#disk/path/working-folder';
import { processEnv } from '#installation/process-input';

export interface ChainSettings {
  /** The project folder; the default is the nearest folder, upwards from the current one, that contains `.ai`, else the current one. */
  readonly project?: string;
  /** The default is `USER_SPACE` of `env`, else `~/.ai`. */
  readonly userSpace?: string;
  /** The default is `SYSTEM_SPACE` of `env`, else none. */
  readonly systemSpace?: string;
  /** The default is the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives the messages that the command line prints on standard error. */
  readonly onWarning?: (message: string) => void;
}

export function spacesOf({ project, userSpace, systemSpace, env = processEnv() }: ChainSettings): SpaceRoots {
  return findSpaces({ env, cwd: workingFolder(), home: env['HOME'] ?? homedir(), project, userSpace, systemSpace });
}

export function warn({ onWarning }: ChainSettings, messages: readonly string[]): void {
  for (const message of messages) onWarning?.(message);
}
