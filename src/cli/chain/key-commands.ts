/** The commands about keys, signatures and trust. */
import type { Command } from '../command.ts';
import { everywhere, json, noSync } from '../options.ts';
import { created, done, reads, result, spaces, writes } from './options.ts';

export const keyCommands: readonly Command[] = [
  {
    words: ['keygen'],
    summary: 'Make a key pair for signing, and trust it',
    arguments: [],
    options: [json, ...spaces, ...everywhere],
    exits: done,
    ...result,
    effects: writes,
    examples: ['keygen'],
    load: async () => ({ run: (await import('./keys.ts')).keygen }),
  },
  {
    words: ['sign'],
    summary: 'Sign tools, each in the space where it is found',
    arguments: [
      {
        name: 'TOOL',
        type: 'file_path',
        required: true,
        variadic: true,
        help: 'Tool id, or the path of a tool file',
      },
    ],
    options: [created, json, noSync, ...spaces, ...everywhere],
    exits: done,
    ...result,
    effects: writes,
    examples: ['sign web/scraper', 'sign .ai/tools/web/scraper.py'],
    load: () => import('./sign.ts'),
  },
  {
    words: ['trust', 'add'],
    summary: 'Trust the public key in a PEM file',
    arguments: [
      {
        name: 'FILE',
        type: 'file_path',
        required: true,
        help: 'Public key, SPKI PEM',
      },
    ],
    options: [json, ...spaces, ...everywhere],
    exits: done,
    ...result,
    effects: writes,
    examples: ['trust add colleague.pem'],
    load: async () => ({ run: (await import('./keys.ts')).trustAdd }),
  },
  {
    words: ['trust', 'list'],
    summary: 'The keys that are trusted',
    arguments: [],
    options: [json, ...spaces, ...everywhere],
    exits: done,
    ...result,
    effects: reads,
    examples: ['trust list'],
    load: async () => ({ run: (await import('./keys.ts')).trustList }),
  },
  {
    words: ['trust', 'remove'],
    summary: 'Stop trusting a key',
    arguments: [
      {
        name: 'FINGERPRINT',
        type: 'string',
        required: true,
        help: '16 hex digits',
      },
    ],
    options: [json, ...spaces, ...everywhere],
    exits: done,
    ...result,
    effects: writes,
    examples: ['trust remove f0ff50dacf109dea'],
    load: async () => ({ run: (await import('./keys.ts')).trustRemove }),
  },
];
