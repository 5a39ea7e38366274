/** The tool `witness`, run as `custody witness …`, and the same queries under every other tool: `lock witness last`. */

import { agentEntrances } from '../about/agent-commands.ts';
import type { Command, Option, Tool } from '../command.ts';
import { everywhere, json } from '../options.ts';

const filters: readonly Option[] = [
  {
    flag: '--tool',
    value: 'NAME',
    type: 'string',
    help: "Records of the tool NAME, or of 'all' (default: the tool asked, all under custody witness)",
  },
  { flag: '--since', value: 'TIME', type: 'timestamp', help: 'Records at or after TIME (RFC 3339, or a date)' },
  { flag: '--until', value: 'TIME', type: 'timestamp', help: 'Records at or before TIME; a date includes that day, UTC' },
  { flag: '--outcome', value: 'OUTCOME', type: 'string', help: 'Records with this outcome, such as LOCK_CREATED or REFUSAL' },
  { flag: '--input-hash', value: 'TEXT', type: 'string', help: 'Records with an input whose hash contains TEXT' },
  { flag: '--output-hash', value: 'TEXT', type: 'string', help: 'Records whose output has a hash that contains TEXT' },
  { flag: '--file', value: 'FILE', type: 'file_path', help: 'Records of runs that read, made or named FILE, by its bytes' },
  {
    flag: '--path',
    value: 'PATH',
    type: 'string',
    help: 'Records with PATH, or a path that ends in /PATH, among what was read or written',
  },
  { flag: '--id', value: 'TEXT', type: 'string', help: 'Records with an id that contains TEXT: lock_hash, pack_id, their own id' },
];

const expect: Option = {
  flag: '--expect',
  value: 'ID',
  type: 'string',
  help: 'The record ID, kept elsewhere, must be in the ledger (exit 1 if not)',
};

const limit: Option = { flag: '--limit', value: 'N', type: 'integer', help: 'At most N records (default: all)' };

const found = {
  '0': { meaning: 'FOUND', domain: 'positive' },
  '1': { meaning: 'NOT_FOUND', domain: 'negative' },
  '2': { meaning: 'REFUSAL', domain: 'error' },
} as const;

/** `under` is `['witness']` beneath another tool and `[]` in the tool `witness` itself. */
export function witnessCommands(under: readonly string[]): readonly Command[] {
  const query = {
    arguments: [],
    version: 'witness.v0',
    effects: ['reads the ledger'],
  } as const;
  const example = (text: string): string => [...under, text].join(' ');
  return [
    {
      ...query,
      words: [...under, 'query'],
      schema: 'witness-query.v0.json',
      summary: 'List the runs in the ledger, newest first',
      options: [...filters, limit, json, ...everywhere],
      exits: found,
      examples: [example('query --since 2026-01-01 --outcome REFUSAL'), example('query --tool all --file december.lock.json')],
      load: async () => ({ run: (await import('./query.ts')).query }),
    },
    {
      ...query,
      words: [...under, 'last'],
      schema: 'witness-last.v0.json',
      summary: 'The newest run in the ledger',
      options: [...filters, limit, json, ...everywhere],
      exits: found,
      examples: [example('last --json')],
      load: async () => ({ run: (await import('./query.ts')).last }),
    },
    {
      ...query,
      words: [...under, 'count'],
      schema: 'witness-count.v0.json',
      summary: 'How many runs are in the ledger',
      options: [...filters, limit, json, ...everywhere],
      exits: { '0': { meaning: 'COUNTED', domain: 'positive' }, '2': found['2'] },
      examples: [example('count --outcome LOCK_CREATED')],
      load: async () => ({ run: (await import('./query.ts')).count }),
    },
    {
      ...query,
      words: [...under, 'verify'],
      summary: 'Recompute every id of the ledger and check that its chain is unbroken',
      options: [expect, json, ...everywhere],
      exits: {
        '0': { meaning: 'WITNESS_OK', domain: 'positive' },
        '1': { meaning: 'WITNESS_BROKEN', domain: 'negative' },
        '2': found['2'],
      },
      schema: 'witness-verify.v0.json',
      version: 'witness-verify.v0',
      examples: [example('verify'), example('verify --expect blake3:37be13bfdf1c1ee0c531c196e3ddc1be6ec7a50d89368c67cbfb939deab5c894')],
      load: () => import('./verify.ts'),
    },
  ];
}

export const witness: Tool = {
  name: 'witness',
  binary: null,
  description: 'Witness ledger — which runs produced the evidence, in which order, in one hash-chained file',
  outputMode: 'report',
  outputSchema: 'witness.v0',
  jsonFlag: '--json',
  envelope: 'canonical',
  formats: ['jsonl'],
  streaming: true,
  upstream: ['vacuum', 'hash', 'lock'],
  downstream: [],
  commands: [...witnessCommands([]), ...agentEntrances('witness')],
  refusals: async () => (await import('#witness/refusals')).witnessRefusals,
};
