/** Options that the commands of `stack` share. */
import type { Option } from '../command.ts';

export const refusal = { meaning: 'REFUSAL', domain: 'error' } as const;

export const root: Option = {
  flag: '--root',
  value: 'DIR',
  type: 'dir_path',
  help: 'Folder of the stack (default: the nearest one above that contains modules)',
};

export const zone: Option = {
  flag: '--zone',
  value: 'FILE',
  type: 'file_path',
  help: 'Zone file (default: the one below the root that has the zone_id of the lock)',
};

export const at: Option = {
  flag: '--at',
  value: 'TIME',
  type: 'timestamp',
  help: 'Judge credentials at TIME (RFC 3339, or now) instead of when the lock was made (lock)',
};

export const store: Option = {
  flag: '--store',
  value: 'URL',
  type: 'string',
  repeatable: true,
  help: 'Artifact store, file:DIR (repeatable; default: dist/artifacts below the root)',
};

export const atAsWell: Option = {
  ...at,
  help: 'Also judge corridors at TIME (RFC 3339, now, or lock for when it was made): one that is active then and was not when locked, or the other way round, is a finding',
};

/** Stores that are used instead of the tree. */
export const stores: Option = {
  ...store,
  help: 'Compare the lock with an artifact store, file:DIR, instead of the tree (repeatable)',
};

export const requireActive: Option = {
  flag: '--require-active',
  type: 'flag',
  help: 'A corridor that is not active now, or at TIME if one is given, is a finding; so is a lock without corridors',
};

export const mustBeActive: Option = {
  flag: '--corridor',
  value: 'ID',
  type: 'string',
  repeatable: true,
  help: 'Only this corridor must be active; implies --require-active (repeatable)',
};

export const lawpackPrefix: Option = {
  flag: '--lawpack-prefix',
  value: 'NAME',
  type: 'choice',
  choices: ['msez', 'mez'],
  help: 'Domain prefix of lawpack digests: msez (default) or mez',
};

export { created } from '../options.ts';

export const reads = ['reads files', 'appends to the ledger'] as const;
export const writes = ['reads files', 'writes files', 'appends to the ledger'] as const;

export const judged = {
  '0': { meaning: 'STACK_OK', domain: 'positive' },
  '1': { meaning: 'STACK_DRIFT', domain: 'negative' },
  '2': refusal,
} as const;

export const done = { '0': { meaning: 'STACK_OK', domain: 'positive' }, '2': refusal } as const;
