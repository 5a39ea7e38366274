/** `hashbytes [INPUT]`: adds the hash of every file to its record. */

import { agentEntrances } from '../about/agent-commands.ts';
import type { Tool } from '../command.ts';
import { algorithm, everywhere, jobs, noSync, progress } from '../options.ts';
import { witnessCommands } from '../witness/table.ts';

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
    {
      words: [],
      summary: 'Hash the files that the records name',
      arguments: [
        { name: 'INPUT', type: 'file_path', required: false, help: 'File of records, one JSON object a line (default: standard input)' },
      ],
      options: [algorithm, jobs, progress, noSync, ...everywhere],
      exits: {
        '0': { meaning: 'ALL_HASHED', domain: 'positive' },
        '1': { meaning: 'PARTIAL', domain: 'negative' },
        '2': { meaning: 'REFUSAL', domain: 'error' },
      },
      schema: 'hash.v0.json',
      version: 'hash.v0',
      effects: ['reads files', 'appends to the ledger'],
      examples: ['scan.jsonl', '--algorithm blake3 --jobs 8 < scan.jsonl'],
      load: () => import('./run.ts'),
    },
    ...witnessCommands(['witness']),
    ...agentEntrances('hash'),
  ],
  refusals: async () => (await import('#stream/refusals')).hashRefusalRows,
};
