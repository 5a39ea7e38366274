/** Could a record be appended to the ledger? Asked of the file's and folders' permissions, without opening or creating anything. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { osText } from '#disk/os-error';
import { ledgerPath } from '#witness/ops/append';
import type { World } from '../world.ts';
import type { Check } from './doctor.ts';

export function ledgerCheck({ env, cwd }: World): Check {
  const path = ledgerPath(env, cwd);
  const obstacle = obstacleAt(path);
  if (obstacle !== undefined) return { name: 'ledger', ok: false, detail: `${path}: ${obstacle}` };
  // Sound for writing; there is nothing yet that could be asked or verified.
  return { name: 'ledger', ok: true, detail: existsSync(path) ? path : `${path}: not there yet, the next run makes it` };
}

function obstacleAt(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return obstacleAbove(dirname(path));
    if (!found.isFile()) return 'not a regular file';
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return osText(error);
  }
}

/** The nearest folder that exists must let us create the rest. */
function obstacleAbove(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined && folder !== dirname(folder)) return obstacleAbove(dirname(folder));
  if (found?.isDirectory() !== true) return `${folder} is not a folder`;
  accessSync(folder, constants.W_OK | constants.X_OK);
  return undefined;
}
