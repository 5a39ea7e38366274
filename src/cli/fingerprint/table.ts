/** `fingerprint [INPUT]`: recognises what each file is, and hashes its relevant content. */

import { agentEntrances } from '../about/agent-commands.ts';
import type { Tool } from '../command.ts';
import { everywhere, json, noSync, progress } from '../options.ts';
import { witnessCommands } from '../witness/table.ts';
import { checkCommand, structCheckCommand, testCommand } from './definition-commands.ts';
import { definitions, fingerprintJobs, maxSize, timeout } from './options.ts';

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
    {
      words: [],
      summary: 'Recognise the files that the records name',
      arguments: [
        {
          name: 'INPUT',
          type: 'file_path',
          required: false,
          help: 'File of hashed records, one JSON object a line (default: standard input)',
        },
      ],
      options: [
        {
          flag: '--fp',
          alias: '--fingerprint',
          value: 'ID',
          type: 'string',
          repeatable: true,
          required: 'unless --list',
          help: 'Fingerprint to try (repeatable, also --fingerprint); the first that matches wins',
        },
        { flag: '--list', type: 'flag', help: 'List the available fingerprints, and exit' },
        { ...json, help: 'With --list: one JSON document, with what each asserts' },
        { flag: '--diagnose', type: 'flag', help: 'Judge all assertions, and show what the nearest miss expected and found' },
        definitions,
        fingerprintJobs,
        timeout,
        maxSize,
        progress,
        noSync,
        ...everywhere,
      ],
      exits: {
        '0': { meaning: 'ALL_MATCHED', domain: 'positive' },
        '1': { meaning: 'PARTIAL', domain: 'negative' },
        '2': { meaning: 'REFUSAL', domain: 'error' },
      },
      schema: 'fingerprint.v0.json',
      version: 'fingerprint.v0',
      effects: ['reads files', 'appends to the ledger'],
      examples: ['--fp csv.v0 hashed.jsonl', '--definitions tape.fp.yaml --fp loan-tape.v1 < hashed.jsonl', '--list'],
      load: () => import('./run.ts'),
    },
    checkCommand,
    testCommand,
    structCheckCommand,
    ...witnessCommands(['witness']),
    ...agentEntrances('fingerprint'),
  ],
  refusals: async () => (await import('#stream/fingerprint-refusals')).fingerprintRefusalRows,
};
