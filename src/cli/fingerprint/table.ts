/** `fingerprint [INPUT]`: recognises what each file is, and hashes its relevant content. */

import type { Tool } from '../command.ts';
import { argument, command, exits, flag, option, reads } from '../define.ts';
import { json, noSync, progress } from '../options.ts';
import { definitions, fingerprintJobs, maxMemory, maxSize, timeout } from './options.ts';

export const fingerprint: Tool = {
  name: 'fingerprint',
  binary: 'fingerprint',
  description: 'File recogniser — parses every file, recognises what it is and hashes what matters in it',
  outputMode: 'stream',
  outputSchema: 'fingerprint.v0',
  jsonFlag: null,
  envelope: 'canonical-line',
  formats: ['csv', 'json', 'jsonl', 'markdown', 'text', 'html', 'xlsx', 'parquet', 'pdf'],
  streaming: true,
  upstream: ['hash'],
  downstream: ['lock'],
  commands: [
    command({
      words: [],
      summary: 'Recognise the files that the records name, or tell what the given files are',
      arguments: [
        argument(
          '[FILE...]',
          'file_path',
          'With --fp: a file of hashed records, one JSON object a line (default: standard input). Without: files to be told',
        ),
      ],
      options: [
        option('--fp ID', 'string', 'Fingerprint to try (repeatable, also --fingerprint); the first that matches wins', {
          alias: '--fingerprint',
          repeatable: true,
          required: 'unless --list or files are given',
        }),
        flag('--list', 'List the available fingerprints, and exit'),
        { ...json, help: 'With --list, or for files: one JSON document' },
        flag('--diagnose', 'Judge all assertions, and show what the nearest miss expected and found'),
        definitions,
        fingerprintJobs,
        timeout,
        maxSize,
        maxMemory,
        progress,
        noSync,
      ],
      exits: exits('ALL_MATCHED', 'PARTIAL'),
      schema: 'fingerprint.v0.json',
      effects: reads,
      examples: [
        '--fp csv.v0 hashed.jsonl',
        'tape.csv rates.csv.gz',
        '--definitions tape.fp.yaml --fp loan-tape.v1 < hashed.jsonl',
        '--list',
      ],
      load: () => import('./run.ts'),
    }),
    command({
      words: ['check'],
      summary: 'Explain the mistakes in definitions, each with its line and column',
      arguments: [argument('FILE...', 'file_path', 'Definitions (*.fp.yaml)')],
      options: [json, noSync],
      exits: exits('CHECK_OK', 'CHECK_FAILED'),
      schema: 'fingerprint-check.v0.json',
      effects: reads,
      examples: ['check loan-tape.fp.yaml'],
      load: () => import('./check.ts'),
    }),
    command({
      words: ['test'],
      summary: 'Show each assertion of a definition on sample files',
      arguments: [argument('FILE', 'file_path', 'Definition (*.fp.yaml)'), argument('SAMPLE...', 'file_path', 'Files to try it on')],
      options: [json, timeout, maxSize, maxMemory, noSync],
      exits: exits('ALL_MATCHED', 'PARTIAL'),
      schema: 'fingerprint-test.v0.json',
      effects: reads,
      examples: ['test loan-tape.fp.yaml november.csv december.csv'],
      load: () => import('./test.ts'),
    }),
    command({
      words: ['struct-check'],
      summary: 'Check that a delivery is complete, folder by folder, from the names in a scan',
      arguments: [argument('[INPUT]', 'file_path', 'File of vacuum.v0 records, one JSON object a line (default: standard input)')],
      options: [option('--rules FILE', 'file_path', 'What each folder must contain (*.sf.yaml)', { required: true }), noSync],
      exits: exits('COMPLETE', 'INCOMPLETE'),
      schema: 'struct-check.v0.json',
      effects: reads,
      examples: ['struct-check --rules delivery.sf.yaml scan.jsonl'],
      load: () => import('./struct-check.ts'),
    }),
  ],
  refusals: async () => (await import('#stream/fingerprint-refusals')).fingerprintRefusalRows,
};
