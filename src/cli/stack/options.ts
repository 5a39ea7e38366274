/** Options that the commands of `stack` share. */

import type { Option } from '../command.ts';
import { exits, flag, option } from '../define.ts';

export const root = option('--root DIR', 'dir_path', 'Folder of the stack (default: the nearest one above that contains modules)');

export const zone = option('--zone FILE', 'file_path', 'Zone file (default: the one below the root that has the zone_id of the lock)');

export const at = option('--at TIME', 'timestamp', 'Judge credentials at TIME (RFC 3339, or now) instead of when the lock was made (lock)');

export const store = option('--store URL', 'string', 'Artifact store, file:DIR (repeatable; default: dist/artifacts below the root)', {
  repeatable: true,
});

export const alsoAt: Option = {
  ...at,
  help: 'Also judge corridors at TIME (RFC 3339, now, or lock for when it was made): one that is active then and was not when locked, or the other way round, is a finding',
};

/** Stores that are used instead of the tree. */
export const stores: Option = {
  ...store,
  help: 'Compare the lock with an artifact store, file:DIR, instead of the tree (repeatable)',
};

export const requireActive = flag(
  '--require-active',
  'A corridor that is not active now, or at TIME if one is given, is a finding; so is a lock without corridors',
);

export const mustBeActive = option('--corridor ID', 'string', 'Only this corridor must be active; implies --require-active (repeatable)', {
  repeatable: true,
});

export const lawpackPrefix = option('--lawpack-prefix NAME', 'choice', 'Domain prefix of lawpack digests: msez (default) or mez', {
  choices: ['msez', 'mez'],
});

export { created } from '../options.ts';

export const judged = exits('STACK_OK', 'STACK_DRIFT');

export const done = exits('STACK_OK');
