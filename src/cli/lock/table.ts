/** `lock`, `lock verify`, `lock diff`: the dataset lockfile. */

import { agentEntrances } from '../about/agent-commands.ts';
import type { Tool } from '../command.ts';
import { expectOption } from '../expect.ts';
import { definitions, maxSize, timeout } from '../fingerprint/options.ts';
import { algorithm, everywhere, exclude, include, jobs, json, noFollow, noSync, output, progress } from '../options.ts';
import { witnessCommands } from '../witness/table.ts';

const refusal = { meaning: 'REFUSAL', domain: 'error' } as const;

export const lock: Tool = {
  name: 'lock',
  binary: 'lock',
  description: 'Dataset lockfile — pins artifacts, fingerprints, and tool versions into a self-hashed, immutable JSON artifact',
  outputMode: 'artifact',
  outputSchema: 'lock.v0',
  jsonFlag: null,
  envelope: 'canonical',
  formats: ['jsonl'],
  streaming: false,
  upstream: ['hash', 'fingerprint'],
  downstream: ['pack'],
  commands: [
    {
      words: [],
      summary: 'Pin hashed records, or a whole folder, into one lockfile',
      arguments: [{ name: 'INPUT', type: 'file_path', required: false, help: 'JSONL manifest file (default: standard input)' }],
      options: [
        { flag: '--dataset-id', value: 'ID', type: 'string', help: 'Logical dataset identifier, recorded' },
        { flag: '--as-of', value: 'TIMESTAMP', type: 'string', help: 'Point in time this lock speaks of (ISO 8601), recorded as given' },
        { flag: '--note', value: 'TEXT', type: 'string', help: 'Free-text annotation, recorded' },
        {
          flag: '--created',
          value: 'TIMESTAMP',
          type: 'timestamp',
          help: 'Creation time (RFC 3339) instead of SOURCE_DATE_EPOCH or the clock',
        },
        {
          flag: '--scan',
          value: 'DIR',
          type: 'dir_path',
          help: 'Scan and hash DIR here instead of reading records: same lockfile, one process',
        },
        { ...algorithm, help: 'With --scan: sha256 (default) or blake3' },
        { ...include, help: 'With --scan: only files whose relative path matches GLOB (repeatable)' },
        { ...exclude, help: 'With --scan: no file whose relative path matches GLOB (repeatable)' },
        { ...noFollow, help: 'With --scan: do not follow links, a link is listed as skipped' },
        { ...jobs, help: 'With --scan: files hashed at the same time (default: by the number of cores)' },
        output,
        { flag: '--force', type: 'flag', help: 'With --output: replace an existing file, whatever it is' },
        { flag: '--strict', type: 'flag', help: 'Refuse (E_SKIPPED) instead of writing a lock that leaves records out' },
        progress,
        noSync,
        ...everywhere,
      ],
      exits: {
        '0': { meaning: 'LOCK_CREATED', domain: 'positive' },
        '1': { meaning: 'LOCK_PARTIAL', domain: 'negative' },
        '2': refusal,
      },
      schema: 'lock.v0.json',
      version: 'lock.v0',
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: [
        '--scan data --dataset-id december --output december.lock.json',
        '--dataset-id december < hashed.jsonl > december.lock.json',
      ],
      load: () => import('./create.ts'),
    },
    {
      words: ['verify'],
      summary: 'Check a lockfile against its own hash, and with --root against the files',
      arguments: [{ name: 'LOCKFILE', type: 'file_path', required: true, help: 'Lockfile to verify; - is standard input' }],
      options: [
        {
          flag: '--root',
          value: 'DIR',
          type: 'dir_path',
          help: 'Folder of the members; without it only the lockfile itself is checked, no other file is read',
        },
        json,
        { flag: '--strict', type: 'flag', help: 'A member that could not be read, or a lock that skipped anything, fails' },
        expectOption,
        jobs,
        { flag: '--only', value: 'GLOB', type: 'glob', repeatable: true, help: 'Check only members whose path matches GLOB (repeatable)' },
        { flag: '--closed', type: 'flag', help: 'A file under the root that the lock does not pin is a failure' },
        { ...noFollow, help: 'Do not follow links: a link is not a regular file' },
        { flag: '--confined', type: 'flag', help: 'A link that leads out of the root is not followed' },
        { flag: '--content', type: 'flag', help: 'Run the fingerprints that the lock names again, and compare the content hashes' },
        { ...definitions, help: 'With --content: a definition (*.fp.yaml), or a folder of installed ones (repeatable)' },
        { ...timeout, help: 'With --content: time for one file, and again for every 64 MiB of a longer one (default: 30)' },
        { ...maxSize, help: 'With --content: longest file that is read whole (default: by format)' },
        output,
        progress,
        noSync,
        ...everywhere,
      ],
      exits: {
        '0': { meaning: 'VERIFY_OK', domain: 'positive' },
        '1': { meaning: 'VERIFY_FAILED or VERIFY_PARTIAL', domain: 'negative' },
        '2': refusal,
      },
      schema: 'lock-verify.v0.json',
      version: 'lock-verify.v0',
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: ['verify december.lock.json', 'verify december.lock.json --root data --strict --json'],
      load: () => import('./verify.ts'),
    },
    {
      words: ['diff'],
      summary: 'What changed between two lockfiles',
      arguments: [
        { name: 'OLD', type: 'file_path', required: true, help: 'Lockfile before; - is standard input' },
        { name: 'NEW', type: 'file_path', required: true, help: 'Lockfile after; - is standard input' },
      ],
      options: [json, output, noSync, ...everywhere],
      exits: {
        '0': { meaning: 'NO_CHANGES', domain: 'positive' },
        '1': { meaning: 'CHANGES', domain: 'negative' },
        '2': refusal,
      },
      schema: 'lock-diff.v0.json',
      version: 'lock-diff.v0',
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: ['diff november.lock.json december.lock.json'],
      load: () => import('./diff.ts'),
    },
    ...witnessCommands(['witness']),
    ...agentEntrances('lock'),
  ],
  refusals: async () => (await import('./refusals.ts')).lockRefusals,
};
