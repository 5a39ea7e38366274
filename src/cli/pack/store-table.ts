/** The options of every command that uses a store, and the commands that maintain a store: `pack store verify` and others. */

import type { Argument, Command, Option } from '../command.ts';
import { argument, command, exits, flag, option } from '../define.ts';
import { jobs, json, networkOptions, noSync, progress } from '../options.ts';

const STORE_URL = 'file:FOLDER, oci://HOST/REPOSITORY or s3://BUCKET/PREFIX (default: CUSTODY_STORE)';
export const storeOptions: readonly Option[] = [option('--store URL', 'string', STORE_URL), ...networkOptions];
const storeArgument: Argument = argument('[URL]', 'string', STORE_URL);

export const transfers: Option = { ...jobs, help: 'Members transferred at the same time (default: by the kind of store)' };

export const storeCommands: readonly Command[] = [
  command({
    words: ['store', 'verify'],
    summary: 'Read every manifest, every blob and every seal of a store',
    arguments: [storeArgument],
    options: [...networkOptions, transfers, json, progress],
    exits: exits('STORE_OK', 'STORE_DAMAGED'),
    schema: 'pack.store-verify.v0.json',
    version: 'pack.v0',
    effects: ['reads files', 'opens connections', 'appends to the ledger'],
    examples: ['store verify file:/srv/evidence'],
    load: async () => ({ run: (await import('./store.ts')).verify }),
  }),
  command({
    words: ['store', 'repair'],
    summary: 'Write damaged and missing blobs and damaged seals of a store again, from packs that have them',
    arguments: [storeArgument],
    options: [
      option('--from PACK', 'dir_path', 'Folder of a pack that may have the bytes (repeatable)', { repeatable: true, required: true }),
      ...networkOptions,
      transfers,
      json,
      progress,
      noSync,
    ],
    exits: exits('STORE_REPAIRED', 'STORE_DAMAGED'),
    schema: 'pack.store-repair.v0.json',
    version: 'pack.v0',
    effects: ['reads files', 'writes files', 'opens connections', 'appends to the ledger'],
    examples: ['store repair file:/srv/evidence --from evidence/december'],
    load: async () => ({ run: (await import('./store.ts')).repair }),
  }),
  command({
    words: ['store', 'gc'],
    summary: 'List blobs that no pack of a store names, and seals of packs that are gone; remove them only with --delete',
    arguments: [storeArgument],
    options: [
      flag('--delete', 'Remove them, except those younger than --grace'),
      option('--grace HOURS', 'integer', 'How long a blob is kept that no pack names, as during a push (default: 336)'),
      ...networkOptions,
      transfers,
      json,
    ],
    exits: exits('STORE_OK'),
    schema: 'pack.store-gc.v0.json',
    version: 'pack.v0',
    effects: ['reads files', 'writes files', 'opens connections', 'appends to the ledger'],
    examples: ['store gc file:/srv/evidence', 'store gc s3://evidence/packs --delete'],
    load: async () => ({ run: (await import('./store.ts')).gc }),
  }),
];
