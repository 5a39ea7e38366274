/** The options of every command that uses a store, and the commands that maintain a store: `pack store verify` and others. */
import type { Argument, Command, Option } from '../command.ts';
import { everywhere, jobs, json, noSync, progress } from '../options.ts';

export const refusal = { meaning: 'REFUSAL', domain: 'error' } as const;

const networkOptions: readonly Option[] = [
  { flag: '--plain-http', type: 'flag', help: 'Speak HTTP without TLS to a host that is not this machine' },
  { flag: '--ca-file', value: 'FILE', type: 'file_path', help: 'Believe these certificate authorities too (PEM)' },
];

const STORE_URL = 'file:FOLDER, oci://HOST/REPOSITORY or s3://BUCKET/PREFIX (default: CUSTODY_STORE)';
export const storeOptions: readonly Option[] = [{ flag: '--store', value: 'URL', type: 'string', help: STORE_URL }, ...networkOptions];
const storeArgument: Argument = { name: 'URL', type: 'string', required: false, help: STORE_URL };

export const transfers: Option = { ...jobs, help: 'Members transferred at the same time (default: by the kind of store)' };

export const storeCommands: readonly Command[] = [
  {
    words: ['store', 'verify'],
    summary: 'Read every manifest and every blob of a store',
    arguments: [storeArgument],
    options: [...networkOptions, transfers, json, progress, ...everywhere],
    exits: {
      '0': { meaning: 'STORE_OK', domain: 'positive' },
      '1': { meaning: 'STORE_DAMAGED', domain: 'negative' },
      '2': refusal,
    },
    schema: 'pack.store-verify.v0.json',
    version: 'pack.v0',
    effects: ['reads files', 'opens connections', 'appends to the ledger'],
    examples: ['store verify file:/srv/evidence'],
    load: async () => ({ run: (await import('./store.ts')).verify }),
  },
  {
    words: ['store', 'repair'],
    summary: 'Write damaged and missing blobs of a store again, from packs that have them',
    arguments: [storeArgument],
    options: [
      {
        flag: '--from',
        value: 'PACK',
        type: 'dir_path',
        repeatable: true,
        required: true,
        help: 'Folder of a pack that may have the bytes (repeatable)',
      },
      ...networkOptions,
      transfers,
      json,
      progress,
      noSync,
      ...everywhere,
    ],
    exits: {
      '0': { meaning: 'STORE_REPAIRED', domain: 'positive' },
      '1': { meaning: 'STORE_DAMAGED', domain: 'negative' },
      '2': refusal,
    },
    schema: 'pack.store-repair.v0.json',
    version: 'pack.v0',
    effects: ['reads files', 'writes files', 'opens connections', 'appends to the ledger'],
    examples: ['store repair file:/srv/evidence --from evidence/december'],
    load: async () => ({ run: (await import('./store.ts')).repair }),
  },
  {
    words: ['store', 'gc'],
    summary: 'List blobs that no pack of a store names; remove them only with --delete',
    arguments: [storeArgument],
    options: [
      { flag: '--delete', type: 'flag', help: 'Remove them, but those younger than --grace' },
      { flag: '--grace', value: 'HOURS', type: 'integer', help: 'How long a blob may lie unnamed, as during a push (default: 336)' },
      ...networkOptions,
      transfers,
      json,
      ...everywhere,
    ],
    exits: { '0': { meaning: 'STORE_OK', domain: 'positive' }, '2': refusal },
    schema: 'pack.store-gc.v0.json',
    version: 'pack.v0',
    effects: ['reads files', 'writes files', 'opens connections', 'appends to the ledger'],
    examples: ['store gc file:/srv/evidence', 'store gc s3://evidence/packs --delete'],
    load: async () => ({ run: (await import('./store.ts')).gc }),
  },
];
