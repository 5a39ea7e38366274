/** `hashbytes [INPUT]`: adds the hash of every file to its record. */

import type { Tool } from '../command.ts';
import { argument, command, connects, exits, reads } from '../define.ts';
import { algorithm, jobs, networkOptions, noSync, progress } from '../options.ts';

export const hash: Tool = {
  name: 'hash',
  binary: 'hashbytes',
  description: 'Content hasher — adds a SHA-256 or BLAKE3 hash of the bytes to every record of a scan',
  outputMode: 'stream',
  outputSchema: 'hash.v0',
  jsonFlag: null,
  envelope: 'canonical-line',
  formats: ['jsonl'],
  streaming: true,
  upstream: ['vacuum'],
  downstream: ['fingerprint', 'lock'],
  commands: [
    command({
      words: [],
      summary: 'Hash the files that the records name',
      arguments: [argument('[INPUT]', 'file_path', 'File of records, one JSON object a line (default: standard input)')],
      options: [algorithm, jobs, ...networkOptions, progress, noSync],
      exits: exits('ALL_HASHED', 'PARTIAL'),
      schema: 'hash.v0.json',
      effects: connects(reads),
      examples: ['scan.jsonl', '--algorithm blake3 --jobs 8 < scan.jsonl'],
      load: () => import('./run.ts'),
    }),
  ],
  refusals: async () => (await import('#stream/refusals')).hashRefusalRows,
};
