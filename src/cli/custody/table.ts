/** The commands of `custody` itself: `custody help TOOL`, `custody completions SHELL`, and the commands for agents. */

import type { Tool } from '../command.ts';
import { argument, command } from '../define.ts';

const shown = { '0': { meaning: 'SHOWN', domain: 'positive' } } as const;

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
  refusals: async () => [],
};
