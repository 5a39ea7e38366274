/** Options of all commands that fingerprint files, including `lock verify --content`. */
import type { Option } from '../command.ts';

export const definitions: Option = {
  flag: '--definitions',
  value: 'PATH',
  type: 'file_path',
  repeatable: true,
  help: 'A definition (*.fp.yaml), trusted because it is named here, or a folder of installed ones (repeatable)',
};

export const fingerprintJobs: Option = {
  flag: '--jobs',
  value: 'N',
  type: 'integer',
  help: 'Files parsed at the same time (default: by the number of cores)',
};

export const timeout: Option = {
  flag: '--timeout',
  value: 'SECONDS',
  type: 'integer',
  help: 'Time for one file, and again for every 64 MiB of a longer one (default: 30)',
};

export const maxSize: Option = {
  flag: '--max-size',
  value: 'BYTES',
  type: 'integer',
  help: 'Longest file that is read whole, of any format; csv and jsonl are not (default: by format, 16 MiB to 128 MiB)',
};
