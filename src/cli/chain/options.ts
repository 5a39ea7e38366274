/** Options that the commands of `chain` share. */
import type { Option } from '../command.ts';

export const refusal = { meaning: 'REFUSAL', domain: 'error' } as const;

export const spaces: readonly Option[] = [
  {
    flag: '--project',
    value: 'DIR',
    type: 'dir_path',
    help: 'Project folder (default: the nearest folder above that contains .ai, else this one)',
  },
  {
    flag: '--user-space',
    value: 'DIR',
    type: 'dir_path',
    help: 'User space (default: USER_SPACE, else ~/.ai)',
  },
  {
    flag: '--system-space',
    value: 'DIR',
    type: 'dir_path',
    help: 'System space (default: SYSTEM_SPACE, else none)',
  },
];

export const scope: Option = {
  flag: '--scope',
  value: 'SPACE',
  type: 'choice',
  choices: ['user', 'project'],
  help: 'Where locks are written (default: CUSTODY_CHAIN_SCOPE, else user)',
};

export const all: Option = {
  flag: '--all',
  type: 'flag',
  help: 'Every tool in the project space',
};

export { created } from '../options.ts';

export const tool = (required: boolean, variadic: boolean) =>
  ({
    name: 'ID',
    type: 'string',
    required,
    variadic,
    help: 'Tool: its path below tools, without the extension',
  }) as const;

export const reads = ['reads files', 'appends to the ledger'] as const;
export const writes = ['reads files', 'writes files', 'appends to the ledger'] as const;

export const result = {
  schema: 'chain.result.v0.json',
  version: 'chain.result.v0',
} as const;
export const locked = {
  '0': { meaning: 'CHAIN_LOCKED', domain: 'positive' },
  '2': refusal,
} as const;
export const done = {
  '0': { meaning: 'CHAIN_OK', domain: 'positive' },
  '2': refusal,
} as const;
