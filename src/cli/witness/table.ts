/** The tool `witness`, run as `custody witness …`, and the same queries under every other tool: `lock witness last`. */

import type { Command, Option, Tool } from '../command.ts';
import { command, exits, option } from '../define.ts';
import { json, noSync } from '../options.ts';
import { storeOptions } from '../pack/store-table.ts';

const filters: readonly Option[] = [
  option('--tool NAME', 'string', "Records of the tool NAME, or of 'all' (default: the tool asked, all under custody witness)"),
  option('--since TIME', 'timestamp', 'Records at or after TIME (RFC 3339, or a date)'),
  option('--until TIME', 'timestamp', 'Records at or before TIME; a date includes that day, UTC'),
  option('--outcome OUTCOME', 'string', 'Records with this outcome, such as LOCK_CREATED or REFUSAL'),
  option('--input-hash TEXT', 'string', 'Records with an input whose hash contains TEXT'),
  option('--output-hash TEXT', 'string', 'Records whose output has a hash that contains TEXT'),
  option('--file FILE', 'file_path', 'Records of runs that read, made or named FILE, by its bytes'),
  option('--path PATH', 'string', 'Records with PATH, or a path that ends in /PATH, among what was read or written'),
  option('--id TEXT', 'string', 'Records with an id that contains TEXT: lock_hash, pack_id, their own id'),
];

const expect = option('--expect ID', 'string', 'The record ID, kept elsewhere, must be in the ledger (exit 1 if not)');

const limit = option('--limit N', 'integer', 'At most N records (default: all)');

const found = exits('FOUND', 'NOT_FOUND');

/** `under` is `['witness']` beneath another tool and `[]` in the tool `witness` itself. */
export function witnessCommands(under: readonly string[]): readonly Command[] {
  const query = {
    version: 'witness.v0',
    effects: ['reads the ledger'],
  } as const;
  const example = (text: string): string => [...under, text].join(' ');
  return [
    command({
      ...query,
      words: [...under, 'query'],
      schema: 'witness-query.v0.json',
      summary: 'List the runs in the ledger, newest first',
      options: [...filters, limit, json],
      exits: found,
      examples: [example('query --since 2026-01-01 --outcome REFUSAL'), example('query --tool all --file december.lock.json')],
      load: async () => ({ run: (await import('./query.ts')).query }),
    }),
    command({
      ...query,
      words: [...under, 'last'],
      schema: 'witness-last.v0.json',
      summary: 'The newest run in the ledger',
      options: [...filters, limit, json],
      exits: found,
      examples: [example('last --json')],
      load: async () => ({ run: (await import('./query.ts')).last }),
    }),
    command({
      ...query,
      words: [...under, 'count'],
      schema: 'witness-count.v0.json',
      summary: 'How many runs are in the ledger',
      options: [...filters, limit, json],
      exits: exits('COUNTED'),
      examples: [example('count --outcome LOCK_CREATED')],
      load: async () => ({ run: (await import('./query.ts')).count }),
    }),
    command({
      ...query,
      words: [...under, 'verify'],
      summary: 'Recompute every id of the ledger and check that its chain is unbroken',
      options: [expect, json],
      exits: exits('WITNESS_OK', 'WITNESS_BROKEN'),
      schema: 'witness-verify.v0.json',
      version: 'witness-verify.v0',
      examples: [example('verify'), example('verify --expect blake3:37be13bfdf1c1ee0c531c196e3ddc1be6ec7a50d89368c67cbfb939deab5c894')],
      load: () => import('./verify.ts'),
    }),
  ];
}

const ledger = option('--ledger ID', 'string', 'The ledger sha256:…, which push and pull print');

/** Only `custody witness` has them: the ledger is that of all tools. */
const transferCommands: readonly Command[] = [
  command({
    words: ['push'],
    summary: 'Send the records of the ledger that a store does not have yet',
    options: [...storeOptions, { ...ledger, help: 'The ledger must be this one, sha256:… as an earlier push printed it' }, json, noSync],
    exits: exits('PUBLISHED or PRESENT'),
    schema: 'witness-transfer.v0.json',
    effects: ['reads files', 'writes files', 'opens connections', 'reads the ledger'],
    examples: ['push --store oci://registry.example.org/evidence'],
    load: async () => ({ run: (await import('./transfer.ts')).push }),
  }),
  command({
    words: ['pull'],
    summary: 'Fetch a ledger from a store into a file, or the records that the file does not have',
    options: [
      ...storeOptions,
      { ...ledger, help: 'Which ledger, sha256:… (default: that of the file, or the only one in the store)' },
      option('--out FILE', 'file_path', 'File to write or to extend (default: the ledger of this machine)', {
        short: '-o',
        alias: '--output',
      }),
      expect,
      json,
      noSync,
    ],
    exits: exits('FETCHED or PRESENT', 'The ledger has findings'),
    schema: 'witness-transfer.v0.json',
    effects: ['reads files', 'writes files', 'opens connections', 'reads the ledger'],
    examples: ['pull --store file:/srv/evidence --out machine-7.jsonl'],
    load: async () => ({ run: (await import('./transfer.ts')).pull }),
  }),
];

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
  commands: [...witnessCommands([]), ...transferCommands],
  refusals: async () => (await import('#witness/refusals')).witnessRefusals,
};
