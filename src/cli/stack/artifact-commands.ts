/** The commands about content-addressed artifacts: `stack artifact …`. */

import type { Argument, Command } from '../command.ts';
import { argument, command, option, reads, writes } from '../define.ts';
import { json, noSync, output } from '../options.ts';
import { done, judged, lawpackPrefix, root, store } from './options.ts';

const schema = 'stack-artifact.v0.json';
const type = (typed: 'TYPE' | '[TYPE]'): Argument => argument(typed, 'string', 'Type of the artifact: lawpack, vc, blob …');
const digest = (typed: 'DIGEST' | '[DIGEST]'): Argument => argument(typed, 'string', 'Its SHA-256, by the rule of its type');

export const artifactCommands: readonly Command[] = [
  command({
    schema,
    words: ['artifact', 'put'],
    summary: 'Store files, or all available files that a lock pins, by type and digest',
    arguments: [argument('[FILE...]', 'file_path', 'Files to store')],
    options: [
      option('--type TYPE', 'string', 'Type of the files: lawpack, vc, schema, ruleset, blob …'),
      option('--lock LOCK', 'file_path', 'Store what this stack.lock pins, so that it can be verified without the tree'),
      root,
      store,
      lawpackPrefix,
      json,
      noSync,
    ],
    exits: done,
    effects: writes,
    examples: ['artifact put notes.txt --type blob', 'artifact put --lock zones/one/stack.lock'],
    load: async () => ({ run: (await import('./artifacts.ts')).put }),
  }),
  command({
    schema,
    words: ['artifact', 'get'],
    summary: 'Fetch an artifact by type and digest, verified',
    arguments: [type('TYPE'), digest('DIGEST')],
    options: [root, store, lawpackPrefix, json, output, noSync],
    exits: done,
    effects: writes,
    examples: ['artifact get blob d6e1b186ddd511ee8b2d28beb530bc2b1acdda18e643f30d22f29bd5332ed5a0 --output notes.txt'],
    load: async () => ({ run: (await import('./artifacts.ts')).get }),
  }),
  command({
    schema,
    words: ['artifact', 'verify'],
    summary: 'Check one artifact, or every one of a store, against its name',
    arguments: [type('[TYPE]'), digest('[DIGEST]')],
    options: [root, store, lawpackPrefix, json],
    exits: judged,
    effects: reads,
    examples: ['artifact verify', 'artifact verify --store file:dist/artifacts --json'],
    load: async () => ({ run: (await import('./artifacts.ts')).verify }),
  }),
];
