/** `pack seal`, `pack verify` and the rest: evidence packs. */
import type { Option, Tool } from '../command.ts';
import { agentEntrances } from '../entrances.ts';
import { everywhere, jobs, json, noSync, output, progress } from '../options.ts';
import { witnessCommands } from '../witness/table.ts';

const refusal = { meaning: 'REFUSAL', domain: 'error' } as const;

const folder: Option = {
  flag: '--output',
  short: '-o',
  value: 'DIR',
  type: 'dir_path',
  help: 'Folder to create, whole or not at all (default: pack/<pack_id>)',
};

const storeOptions: readonly Option[] = [
  {
    flag: '--store',
    value: 'URL',
    type: 'string',
    help: 'file:FOLDER, oci://HOST/REPOSITORY or s3://BUCKET/PREFIX (default: CUSTODY_STORE)',
  },
  { flag: '--plain-http', type: 'flag', help: 'Speak HTTP without TLS to a host that is not this machine' },
  { flag: '--ca-file', value: 'FILE', type: 'file_path', help: 'Believe these certificate authorities too (PEM)' },
];

const maxSize: Option = {
  flag: '--max-size',
  value: 'BYTES',
  type: 'integer',
  help: 'Unpack at most this much of an archive (default: the larger of 1 GiB and 1000 times the archive)',
};

const transfers: Option = { ...jobs, help: 'Members transferred at the same time (default: by the kind of store)' };

const expect: Option = {
  flag: '--expect',
  value: 'ID',
  type: 'string',
  help: 'The pack must be the one with this pack_id, sha256:…, kept elsewhere',
};

export const pack: Tool = {
  name: 'pack',
  binary: 'pack',
  description: 'Evidence pack — seals lockfiles, reports, rules and registries into one immutable, self-verifiable folder',
  outputMode: 'mixed',
  outputSchema: 'pack.v0',
  jsonFlag: '--json',
  envelope: 'pretty-line',
  formats: ['json', 'yaml', 'csv', 'any'],
  streaming: false,
  upstream: ['lock'],
  downstream: [],
  commands: [
    {
      words: ['seal'],
      summary: 'Seal files and folders into an evidence pack',
      arguments: [{ name: 'ARTIFACT', type: 'file_path', required: false, variadic: true, help: 'Files and folders to include' }],
      options: [
        folder,
        { flag: '--note', value: 'TEXT', type: 'string', help: 'Free-text annotation, recorded' },
        {
          flag: '--created',
          value: 'TIMESTAMP',
          type: 'timestamp',
          help: 'Creation time (RFC 3339) instead of SOURCE_DATE_EPOCH or the clock',
        },
        json,
        { ...jobs, help: 'Files copied and hashed at the same time (default: by the number of cores)' },
        progress,
        noSync,
        ...everywhere,
      ],
      exits: { '0': { meaning: 'PACK_CREATED', domain: 'positive' }, '2': refusal },
      schema: 'pack.v0.json',
      version: 'pack.v0',
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: ['seal december.lock.json reports --note "December reconciliation" --output evidence/december'],
      load: () => import('./seal.ts'),
    },
    {
      words: ['verify'],
      summary: 'Check a pack, a folder or an archive, against its own manifest',
      arguments: [{ name: 'PACK', type: 'file_path', required: true, help: 'Folder, .tar or .tar.zst of a pack' }],
      options: [
        json,
        expect,
        { flag: '--deep', type: 'flag', help: 'Also apply full schemas and check the self-hashes of sealed lockfiles and nested packs' },
        jobs,
        maxSize,
        output,
        progress,
        noSync,
        ...everywhere,
      ],
      exits: { '0': { meaning: 'OK', domain: 'positive' }, '1': { meaning: 'INVALID', domain: 'negative' }, '2': refusal },
      schema: 'pack.verify.v0.json',
      version: 'pack.v0',
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: ['verify evidence/december', 'verify december.tar.zst --deep --json'],
      load: () => import('./verify.ts'),
    },
    {
      words: ['diff'],
      summary: 'What changed between two packs',
      arguments: [
        { name: 'A', type: 'file_path', required: true, help: 'Pack before: folder or archive' },
        { name: 'B', type: 'file_path', required: true, help: 'Pack after: folder or archive' },
      ],
      options: [json, output, noSync, ...everywhere],
      exits: { '0': { meaning: 'NO_CHANGES', domain: 'positive' }, '1': { meaning: 'CHANGES', domain: 'negative' }, '2': refusal },
      schema: 'pack.diff.v0.json',
      version: 'pack.v0',
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: ['diff evidence/november evidence/december'],
      load: () => import('./diff.ts'),
    },
    {
      words: ['export'],
      summary: 'Write a pack as one archive, the same bytes every time',
      arguments: [{ name: 'PACK', type: 'dir_path', required: true, help: 'Folder of a pack; one that does not verify is refused' }],
      options: [
        {
          flag: '--archive',
          short: '-o',
          alias: '--output',
          value: 'FILE',
          type: 'file_path',
          help: 'Archive to write: .tar or .tar.zst; also --output',
        },
        json,
        progress,
        noSync,
        ...everywhere,
      ],
      exits: { '0': { meaning: 'PUBLISHED', domain: 'positive' }, '2': refusal },
      schema: 'pack.result.v0.json',
      version: 'pack.v0',
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: ['export evidence/december --archive december.tar.zst'],
      load: () => import('./export.ts'),
    },
    {
      words: ['import'],
      summary: 'Unpack an archive into a folder, after verifying all of it',
      arguments: [{ name: 'ARCHIVE', type: 'file_path', required: true, help: '.tar or .tar.zst of a pack' }],
      options: [expect, folder, maxSize, json, progress, noSync, ...everywhere],
      exits: { '0': { meaning: 'FETCHED', domain: 'positive' }, '2': refusal },
      schema: 'pack.result.v0.json',
      version: 'pack.v0',
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: ['import december.tar.zst --output evidence/december'],
      load: () => import('./import.ts'),
    },
    {
      words: ['push'],
      summary: 'Publish a pack to a store; what is there is not sent again',
      arguments: [{ name: 'PACK', type: 'dir_path', required: true, help: 'Folder of a pack; one that does not verify is refused' }],
      options: [...storeOptions, transfers, json, progress, noSync, ...everywhere],
      exits: { '0': { meaning: 'PUBLISHED', domain: 'positive' }, '2': refusal },
      schema: 'pack.result.v0.json',
      version: 'pack.v0',
      effects: ['reads files', 'writes files', 'opens connections', 'appends to the ledger'],
      examples: ['push evidence/december --store oci://registry.example.org/evidence'],
      load: () => import('./push.ts'),
    },
    {
      words: ['pull'],
      summary: 'Fetch a pack from a store into a folder, after verifying all of it',
      arguments: [{ name: 'PACK_ID', type: 'string', required: true, help: 'sha256:… of the pack' }],
      options: [
        {
          flag: '--out',
          short: '-o',
          alias: '--output',
          value: 'DIR',
          type: 'dir_path',
          help: 'Folder to create, whole or not at all (default: pack/<pack_id>); also --output',
        },
        ...storeOptions,
        transfers,
        json,
        progress,
        noSync,
        ...everywhere,
      ],
      exits: { '0': { meaning: 'FETCHED', domain: 'positive' }, '2': refusal },
      schema: 'pack.result.v0.json',
      version: 'pack.v0',
      effects: ['reads files', 'writes files', 'opens connections', 'appends to the ledger'],
      examples: ['pull sha256:7c1f… --store s3://evidence/packs --out evidence/december'],
      load: () => import('./pull.ts'),
    },
    {
      words: ['list'],
      summary: 'The packs in a store',
      arguments: [],
      options: [...storeOptions, json, ...everywhere],
      exits: { '0': { meaning: 'OK', domain: 'positive' }, '2': refusal },
      schema: 'pack.list.v0.json',
      version: 'pack.v0',
      effects: ['reads files', 'opens connections', 'appends to the ledger'],
      examples: ['list --store file:/srv/evidence'],
      load: () => import('./list.ts'),
    },
    ...witnessCommands(['witness']),
    ...agentEntrances('pack'),
  ],
  refusals: async () => (await import('#pack/refusals')).packRefusals,
};
