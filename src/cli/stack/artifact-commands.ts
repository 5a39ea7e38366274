/** The commands about content-addressed artifacts: `stack artifact …`. */
import type { Command } from '../command.ts';
import { everywhere, json, noSync, output } from '../options.ts';
import { done, judged, lawpackPrefix, root, store, writes } from './options.ts';

const result = { schema: 'stack-artifact.v0.json', version: 'stack-artifact.v0' } as const;
const type = (required: boolean) =>
  ({ name: 'TYPE', type: 'string', required, help: 'Type of the artifact: lawpack, vc, blob …' }) as const;
const digest = (required: boolean) => ({ name: 'DIGEST', type: 'string', required, help: 'Its SHA-256, by the rule of its type' }) as const;

export const artifactCommands: readonly Command[] = [
  {
    ...result,
    words: ['artifact', 'put'],
    summary: 'Store files, or all available files that a lock pins, by type and digest',
    arguments: [{ name: 'FILE', type: 'file_path', required: false, variadic: true, help: 'Files to store' }],
    options: [
      { flag: '--type', value: 'TYPE', type: 'string', help: 'Type of the files: lawpack, vc, schema, ruleset, blob …' },
      {
        flag: '--lock',
        value: 'LOCK',
        type: 'file_path',
        help: 'Store what this stack.lock pins, so that it can be verified without the tree',
      },
      root,
      store,
      lawpackPrefix,
      json,
      noSync,
      ...everywhere,
    ],
    exits: done,
    effects: writes,
    examples: ['artifact put notes.txt --type blob', 'artifact put --lock zones/one/stack.lock'],
    load: async () => ({ run: (await import('./artifacts.ts')).put }),
  },
  {
    ...result,
    words: ['artifact', 'get'],
    summary: 'Fetch an artifact by type and digest, verified',
    arguments: [type(true), digest(true)],
    options: [root, store, lawpackPrefix, json, output, noSync, ...everywhere],
    exits: done,
    effects: writes,
    examples: ['artifact get blob d6e1b186ddd511ee8b2d28beb530bc2b1acdda18e643f30d22f29bd5332ed5a0 --output notes.txt'],
    load: async () => ({ run: (await import('./artifacts.ts')).get }),
  },
  {
    ...result,
    words: ['artifact', 'verify'],
    summary: 'Check one artifact, or every one of a store, against its name',
    arguments: [type(false), digest(false)],
    options: [root, store, lawpackPrefix, json, ...everywhere],
    exits: judged,
    effects: ['reads files', 'appends to the ledger'],
    examples: ['artifact verify', 'artifact verify --store file:dist/artifacts --json'],
    load: async () => ({ run: (await import('./artifacts.ts')).verify }),
  },
];
