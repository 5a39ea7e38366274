/** Options of all commands that fingerprint files, including `lock verify --content`. */

import { flag, option } from '../define.ts';
import { output } from '../options.ts';

/** As in the dialect of a definition; the table of commands loads no other room. */
export const ENCODINGS: readonly string[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'latin-1'];

export const definitionOutput = { ...output, help: 'Write the definition to FILE, whole or not at all; standard output stays empty' };

export const definitionForce = flag('--force', 'With --output: replace an existing file');

export const definitions = option(
  '--definitions PATH',
  'file_path',
  'A definition (*.fp.yaml), trusted because it is named here, or a folder of installed ones (repeatable)',
  { repeatable: true },
);

export const fingerprintJobs = option('--jobs N', 'integer', 'Files parsed at the same time (default: by the number of cores)');

export const timeout = option(
  '--timeout SECONDS',
  'integer',
  'Time for one file, and again for every 64 MiB of a longer one (default: 30)',
);

export const maxSize = option(
  '--max-size BYTES',
  'integer',
  'Longest file that is read whole, of any format; csv and jsonl are not (default: by format, 16 MiB to 128 MiB)',
);

export const maxMemory = option(
  '--max-memory MIB',
  'integer',
  'Memory for one file, whatever --jobs is, up to what the machine has (default: 1024)',
);
