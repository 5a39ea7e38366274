/** Options that mean the same in every command. */

import { ALGORITHMS } from '#core/digest';
import type { Option } from './command.ts';
import { flag, option } from './define.ts';

export const json = flag('--json', 'Print one JSON document instead of text');

export const progress = flag('--progress', 'Report progress as JSON lines on standard error');

export const noSync = flag('--no-sync', 'Do not wait for the disk after writing (faster, unsafe at a power cut)');

export const jobs = option('--jobs N', 'integer', 'Files hashed at the same time (default: by the number of cores)');

export const output = option('--output FILE', 'file_path', 'Write the result to FILE, whole or not at all; standard output stays empty', {
  short: '-o',
});

/** Not a `choice`: the command refuses a wrong algorithm with `E_BAD_INPUT`, and ignores letter case. */
export const algorithm = option('--algorithm NAME', 'string', 'Hash algorithm: sha256 (default) or blake3', {
  choices: ALGORITHMS,
});

export const include = option('--include GLOB', 'glob', 'Only files whose relative path matches GLOB (repeatable)', {
  repeatable: true,
});

export const exclude = option('--exclude GLOB', 'glob', 'No file whose relative path matches GLOB, also if included (repeatable)', {
  repeatable: true,
});

export const noFollow = flag('--no-follow', 'Do not follow links: a link becomes a skipped record');

export const shard = option(
  '--shard I/N',
  'string',
  'Only shard I of N, 0 to N-1, by hash of the path; auto, auto/N: as the engine of the array job says',
);

export const created = option('--created TIMESTAMP', 'timestamp', 'Time to record (RFC 3339) instead of SOURCE_DATE_EPOCH or the clock');

/** For commands that may open connections. */
export const networkOptions: readonly Option[] = [
  flag('--plain-http', 'Use HTTP without TLS for a host that is not this machine'),
  option('--ca-file FILE', 'file_path', 'Also trust these certificate authorities (PEM)'),
];

export const sampleOptions = [
  option('--sample SIZE', 'string', 'Read only a sample of the members of a lock, a share (1%) or a number (200): at best PARTIAL'),
  option('--seed TEXT', 'string', 'With --sample: draw the sample from TEXT, as an earlier run did (default: random)'),
];
