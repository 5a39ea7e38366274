/** The commands of `custody` itself: `custody help TOOL`, `custody completions SHELL`, and the commands for agents. */

import type { Tool } from '../command.ts';
import { argument, command, exits, flag, option, tryAgain, writes } from '../define.ts';
import { expectOption } from '../expect.ts';
import { keyCommands } from '../key/table.ts';
import { created, jobs, json, networkOptions, noSync, output, progress, sampleOptions } from '../options.ts';
import { policyOptions, signCommands } from './sign-commands.ts';
import { signatureOptions } from './signature-options.ts';

const shown = { '0': { meaning: 'SHOWN', domain: 'positive' } } as const;

const FORMS = ['text', 'json', 'json-lines', 'junit', 'sarif', 'markdown', 'html', 'github'];

const searchOptions = [
  option('--depth N', 'integer', 'Search folders N levels deep (default: all levels)'),
  flag('--no-recurse', 'Search no folder below the given one, as --depth 0'),
];

const formOptions = [
  option('--format FORM', 'choice', `Form of the output: ${FORMS.join(', ')} (default: text)`, { choices: FORMS }),
  option('--report FORM=FILE', 'string', 'Also write the verdicts in FORM to the new FILE, such as junit=report.xml (repeatable)', {
    repeatable: true,
  }),
];

export const custody: Tool = {
  name: 'custody',
  binary: 'custody',
  description: 'Proves what a delivery of data was, what was known about it, which tools touched it and who agreed to it',
  outputMode: 'report',
  outputSchema: 'operator.v0',
  jsonFlag: null,
  envelope: 'canonical',
  formats: [],
  streaming: false,
  upstream: [],
  downstream: [],
  commands: [
    command({
      words: ['verify'],
      summary: 'Recognise evidence of any kind and judge it: locks, packs, stores, tool chains, snapshots, stacks, ledgers, records',
      arguments: [
        argument(
          '[PATH...]',
          'file_path',
          'Files, folders, or URLs of stores, each with or without @PACK_ID or @TAG (default: the current folder)',
        ),
      ],
      options: [
        option(
          '--root DIR',
          'dir_path',
          'Where the members of a lock lie, also s3://BUCKET/PREFIX or oci://HOST/REPOSITORY (default: beside it, a folder beside it, or one level up)',
        ),
        ...sampleOptions,
        option('--store URL', 'string', 'Read the files that references of a pack stand for from this store; without it they are not read'),
        flag('--self-only', 'Judge each document by itself; read no member'),
        ...policyOptions,
        ...searchOptions,
        ...signatureOptions,
        json,
        flag('--json-lines', 'Print one JSON document for each verdict, as soon as it is known'),
        ...formOptions,
        created,
        jobs,
        progress,
        noSync,
        ...networkOptions,
      ],
      exits: exits('OK', 'FAILED or PARTIAL'),
      schema: 'verdict.v0.json',
      version: 'verdict.v0',
      effects: ['reads files', 'opens connections', 'appends to the ledger'],
      examples: [
        'verify',
        'verify december.lock.json --root december',
        'verify evidence/ oci://registry.example.org/evidence --json',
        'verify loans.csv --signature loans.csv.sig --allowed-signers allowed_signers --identity alice@example.com',
      ],
      load: () => import('./verify.ts'),
    }),
    command({
      words: ['verdict', 'merge'],
      summary: 'Make the verdict on a whole lock from the parts that lock verify --shard wrote',
      arguments: [argument('PART...', 'file_path', 'The parts of one verdict, in any order')],
      options: [
        flag('--strict', 'A member that could not be read, or a lock that skipped anything, fails'),
        expectOption,
        flag('--part', 'Write one part that has the shards of all PARTs, which need not be the whole lock'),
        { ...output, help: 'With --part: write it to FILE, whole or not at all' },
        json,
        ...formOptions,
        created,
        noSync,
      ],
      exits: { ...exits('OK, or with --part PART_CREATED', 'FAILED or PARTIAL'), ...tryAgain },
      schema: 'verdict.v0.json',
      version: 'verdict.v0',
      effects: writes,
      examples: ['verdict merge verdict-0 verdict-1 verdict-2', 'verdict merge verdict-0 verdict-1 --part --output verdicts-0-1'],
      load: () => import('./verdict-merge.ts'),
    }),
    command({
      words: ['show'],
      summary: 'Say what is in a piece of evidence of any kind: when, by which tools, its members, what was skipped; verifies nothing',
      arguments: [argument('PATH', 'file_path', 'A file, a folder, or the URL of a store, with or without @PACK_ID or @TAG')],
      options: [flag('--all', 'Print all lines, not only the first 24'), json, ...networkOptions],
      exits: exits('SHOWN'),
      schema: 'show.v0.json',
      effects: ['reads files', 'opens connections', 'appends to the ledger'],
      examples: ['show december.lock.json', 'show evidence/ --all', 'show oci://registry.example.org/evidence --json'],
      load: () => import('./show.ts'),
    }),
    ...signCommands,
    command({
      words: ['page'],
      summary: 'Write one HTML file that verifies evidence in a browser, with nothing installed and without network; PATHs are put into it',
      arguments: [argument('[PATH...]', 'file_path', 'Locks, packs, seals, policies, verdicts, or folders of evidence')],
      options: [output, noSync],
      exits: exits('PAGE_CREATED'),
      schema: 'text.v0.json',
      version: 'custody.v0',
      effects: writes,
      examples: ['page december.lock.json --output december.html', 'page --output custody-verify.html'],
      load: () => import('./page.ts'),
    }),
    command({
      words: ['serve'],
      summary:
        'Show a folder of evidence or a store in a browser: packs and locks over time, search, comparison; read-only, on this machine',
      arguments: [
        argument('[PLACE]', 'file_path', 'A folder, or the URL of a store, with or without @PACK_ID or @TAG (default: the current folder)'),
      ],
      options: [
        option('--port N', 'integer', 'Port to listen on (default: any free one)'),
        option(
          '--host ADDRESS',
          'string',
          'Address or name of this machine to listen on (default: 127.0.0.1); others may then read what is served',
        ),
        ...networkOptions,
      ],
      exits: exits('SERVED, until it was asked to end'),
      schema: 'text.v0.json',
      version: 'custody.v0',
      effects: ['reads files', 'opens connections'],
      examples: ['serve evidence/', 'serve oci://registry.example.org/evidence --port 8080'],
      load: () => import('./serve.ts'),
    }),
    command({
      words: ['why'],
      summary:
        'List what is known of a file or a digest: which locks name it, which packs hold it, which runs read or wrote it; judges nothing',
      arguments: [argument('SUBJECT', 'file_path', 'A path, or a digest: sha256:HEX, blake3:HEX, or 64 hex digits')],
      options: [
        option('--in DIR', 'dir_path', 'Folder of evidence to search (repeatable; default: the current folder)', { repeatable: true }),
        option('--store URL', 'string', 'Also search the store file:FOLDER, oci://HOST/REPOSITORY or s3://BUCKET/PREFIX (repeatable)', {
          repeatable: true,
        }),
        ...searchOptions,
        flag('--all', 'Print all findings, not only the first 20'),
        json,
        flag('--dot', 'Print a graph for Graphviz'),
        ...networkOptions,
      ],
      exits: exits('FOUND', 'NOT_FOUND, or INCOMPLETE: something could not be read'),
      schema: 'why.v0.json',
      effects: ['reads files', 'opens connections', 'reads the ledger'],
      examples: [
        'why december/tape/loans.csv',
        'why sha256:246f53bbf26ec4f082a3bddd50e7628181b7506a025b81fb2a43d6536f76b1b9 --in evidence',
        'why loans.csv --store oci://registry.example.org/evidence --dot | dot -Tsvg > loans.svg',
      ],
      load: () => import('./why.ts'),
    }),
    ...keyCommands,
    command({
      words: ['help'],
      summary: 'Help on a tool or one of its commands',
      arguments: [argument('[WORD...]', 'string', 'Such as: lock verify')],
      exits: shown,
      schema: 'text.v0.json',
      version: 'custody.v0',
      effects: [],
      examples: ['help lock verify'],
      load: () => import('./help.ts'),
    }),
    command({
      words: ['completions'],
      summary: 'Print a script that teaches a shell to complete these commands',
      arguments: [argument('SHELL', 'string', 'bash, zsh or fish', ['bash', 'zsh', 'fish'])],
      exits: shown,
      schema: 'text.v0.json',
      version: 'custody.v0',
      effects: [],
      examples: ['completions bash > ~/.local/share/bash-completion/completions/custody'],
      load: () => import('../completion/scripts.ts'),
    }),
  ],
  refusals: async () => {
    const [{ evidenceRefusals }, { keyRefusals }] = await Promise.all([import('#evidence/refusals'), import('#keys/refusals')]);
    return [...evidenceRefusals, ...keyRefusals];
  },
};
