/** `fingerprint check`, `fingerprint test` and `fingerprint struct-check`. */
import type { Command } from '../command.ts';
import { everywhere, json, noSync } from '../options.ts';
import { maxSize, timeout } from './options.ts';

const refusal = { meaning: 'REFUSAL', domain: 'error' } as const;

export const checkCommand: Command = {
  words: ['check'],
  summary: 'Explain the mistakes in definitions, each with its line and column',
  arguments: [{ name: 'FILE', type: 'file_path', required: true, variadic: true, help: 'Definitions (*.fp.yaml)' }],
  options: [json, noSync, ...everywhere],
  exits: { '0': { meaning: 'CHECK_OK', domain: 'positive' }, '1': { meaning: 'CHECK_FAILED', domain: 'negative' }, '2': refusal },
  schema: 'fingerprint-check.v0.json',
  version: 'fingerprint-check.v0',
  effects: ['reads files', 'appends to the ledger'],
  examples: ['check loan-tape.fp.yaml'],
  load: () => import('./check.ts'),
};

export const testCommand: Command = {
  words: ['test'],
  summary: 'Show each assertion of a definition on sample files',
  arguments: [
    { name: 'FILE', type: 'file_path', required: true, help: 'Definition (*.fp.yaml)' },
    { name: 'SAMPLE', type: 'file_path', required: true, variadic: true, help: 'Files to try it on' },
  ],
  options: [json, timeout, maxSize, noSync, ...everywhere],
  exits: { '0': { meaning: 'ALL_MATCHED', domain: 'positive' }, '1': { meaning: 'PARTIAL', domain: 'negative' }, '2': refusal },
  schema: 'fingerprint-test.v0.json',
  version: 'fingerprint-test.v0',
  effects: ['reads files', 'appends to the ledger'],
  examples: ['test loan-tape.fp.yaml november.csv december.csv'],
  load: () => import('./test.ts'),
};

export const structCheckCommand: Command = {
  words: ['struct-check'],
  summary: 'Check that a delivery is complete, folder by folder, from the names in a scan',
  arguments: [
    {
      name: 'INPUT',
      type: 'file_path',
      required: false,
      help: 'File of vacuum.v0 records, one JSON object a line (default: standard input)',
    },
  ],
  options: [
    { flag: '--rules', value: 'FILE', type: 'file_path', required: true, help: 'What each folder must contain (*.sf.yaml)' },
    noSync,
    ...everywhere,
  ],
  exits: { '0': { meaning: 'COMPLETE', domain: 'positive' }, '1': { meaning: 'INCOMPLETE', domain: 'negative' }, '2': refusal },
  schema: 'struct-check.v0.json',
  version: 'struct-check.v0',
  effects: ['reads files', 'appends to the ledger'],
  examples: ['struct-check --rules delivery.sf.yaml scan.jsonl'],
  load: () => import('./struct-check.ts'),
};
