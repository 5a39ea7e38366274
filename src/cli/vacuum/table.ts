/** `vacuum ROOT…`: one record for every file below the roots. */

import { agentEntrances } from '../about/agent-commands.ts';
import type { Tool } from '../command.ts';
import { everywhere, exclude, include, noFollow, noSync, progress } from '../options.ts';
import { witnessCommands } from '../witness/table.ts';

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
    {
      words: [],
      summary: 'Scan folders into a stream of records',
      arguments: [{ name: 'ROOT', type: 'dir_path', required: false, variadic: true, help: 'Folders to scan; at least one' }],
      options: [
        include,
        exclude,
        noFollow,
        { flag: '--json', type: 'flag', help: 'Accepted and without effect: the output is JSON lines already' },
        progress,
        noSync,
        ...everywhere,
      ],
      exits: {
        '0': { meaning: 'SCAN_COMPLETE', domain: 'positive' },
        '2': { meaning: 'REFUSAL', domain: 'error' },
      },
      schema: 'vacuum.v0.json',
      version: 'vacuum.v0',
      effects: ['reads files', 'appends to the ledger'],
      examples: [
        'data',
        "data --include '**/*.csv' --exclude 'tmp/**'",
        'data | hashbytes | lock --dataset-id december > december.lock.json',
      ],
      load: () => import('./run.ts'),
    },
    ...witnessCommands(['witness']),
    ...agentEntrances('vacuum'),
  ],
  refusals: async () => (await import('#stream/refusals')).vacuumRefusals,
};
