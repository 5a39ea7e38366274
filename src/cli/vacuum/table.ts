/** `vacuum ROOT…`: one record for every file below the roots. */

import type { Tool } from '../command.ts';
import { argument, command, connects, exits, flag, reads, tryAgain } from '../define.ts';
import { exclude, include, networkOptions, noFollow, noSync, progress, shard } from '../options.ts';

export const vacuum: Tool = {
  name: 'vacuum',
  binary: 'vacuum',
  description: 'File scanner — lists every file below the given folders as vacuum.v0 records, in a fixed order',
  outputMode: 'stream',
  outputSchema: 'vacuum.v0',
  jsonFlag: null,
  envelope: 'ordered-line',
  formats: ['jsonl'],
  streaming: true,
  upstream: [],
  downstream: ['hash'],
  commands: [
    command({
      words: [],
      summary: 'Scan folders into a stream of records',
      arguments: [argument('[ROOT...]', 'dir_path', 'Folders to scan, at least one; or s3://BUCKET/PREFIX alone')],
      options: [
        include,
        exclude,
        noFollow,
        shard,
        flag('--json', 'Accepted and without effect: the output is JSON lines already'),
        ...networkOptions,
        progress,
        noSync,
      ],
      exits: { ...exits('SCAN_COMPLETE'), ...tryAgain },
      schema: 'vacuum.v0.json',
      effects: connects(reads),
      examples: [
        'data',
        "data --include '**/*.csv' --exclude 'tmp/**'",
        'data | hashbytes | lock --dataset-id december > december.lock.json',
        'data --shard 0/8',
        's3://evidence/2025',
      ],
      load: () => import('./run.ts'),
    }),
  ],
  refusals: async () => (await import('#stream/refusals')).vacuumRefusals,
};
