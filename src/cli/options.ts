/** Options that mean the same in every command. */
import { ALGORITHMS } from '#core/digest';
import type { Option } from './command.ts';

/** Options of every command. Those that print and exit take precedence over everything else on the line (C9). */
export const everywhere: readonly Option[] = [
  { flag: '--no-witness', type: 'flag', help: 'Leave no record of this run in the witness ledger' },
  { flag: '--no-color', type: 'flag', help: 'No colours, also on a terminal (as NO_COLOR does; FORCE_COLOR asks for them anywhere)' },
  { flag: '--help', short: '-h', type: 'flag', help: 'Print this help and exit' },
  { flag: '--version', short: '-V', type: 'flag', help: 'Print the name and version and exit' },
  { flag: '--describe', type: 'flag', help: 'Print the machine-readable description (operator.json) and exit' },
  { flag: '--schema', type: 'flag', help: 'Print the JSON Schema of the output and exit' },
  { flag: '--robot-triage', type: 'flag', help: 'Print one JSON object for agents: health, capabilities, first commands; exit' },
];

export const json: Option = { flag: '--json', type: 'flag', help: 'Print one JSON document instead of text' };

export const progress: Option = { flag: '--progress', type: 'flag', help: 'Report progress as JSON lines on standard error' };

export const noSync: Option = {
  flag: '--no-sync',
  type: 'flag',
  help: 'Do not wait for the disk after writing (faster, unsafe at a power cut)',
};

export const jobs: Option = {
  flag: '--jobs',
  value: 'N',
  type: 'integer',
  help: 'Files hashed at the same time (default: by the number of cores)',
};

export const output: Option = {
  flag: '--output',
  short: '-o',
  value: 'FILE',
  type: 'file_path',
  help: 'Write the result to FILE, whole or not at all; standard output stays empty',
};

/** Not a `choice`: the command refuses a wrong algorithm with `E_BAD_INPUT`, and ignores letter case. */
export const algorithm: Option = {
  flag: '--algorithm',
  value: 'NAME',
  type: 'string',
  choices: ALGORITHMS,
  help: 'Hash algorithm: sha256 (default) or blake3',
};

export const include: Option = {
  flag: '--include',
  value: 'GLOB',
  type: 'glob',
  repeatable: true,
  help: 'Only files whose relative path matches GLOB (repeatable)',
};

export const exclude: Option = {
  flag: '--exclude',
  value: 'GLOB',
  type: 'glob',
  repeatable: true,
  help: 'No file whose relative path matches GLOB, also if included (repeatable)',
};

export const noFollow: Option = { flag: '--no-follow', type: 'flag', help: 'Do not follow links: a link becomes a skipped record' };

export const created: Option = {
  flag: '--created',
  value: 'TIMESTAMP',
  type: 'timestamp',
  help: 'Time to record (RFC 3339) instead of SOURCE_DATE_EPOCH or the clock',
};
