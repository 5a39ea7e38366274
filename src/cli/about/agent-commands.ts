/**
 * The commands that agents try first, the same under every tool: `capabilities`, `robot-docs`, `doctor`. They only read, and leave no
 * record in the ledger.
 */

import type { Command } from '../command.ts';
import { argument, command, flag } from '../define.ts';
import { json } from '../options.ts';

export function agentCommands(tool: string): readonly Command[] {
  return [
    command({
      words: ['capabilities'],
      summary: 'What this tool does, reads and writes, for agents',
      options: [json],
      exits: { '0': { meaning: 'SHOWN', domain: 'positive' } },
      schema: 'doctor.capabilities.v1.json',
      version: `${tool}.doctor.capabilities.v1`,
      effects: [],
      examples: ['capabilities --json'],
      load: async () => ({ run: (await import('./agent-guide.ts')).runCapabilities }),
    }),
    command({
      words: ['robot-docs'],
      summary: 'A short guide for agents',
      arguments: [argument('[TOPIC]', 'string', 'guide (the only one)', ['guide'])],
      exits: { '0': { meaning: 'SHOWN', domain: 'positive' } },
      schema: 'text.v0.json',
      version: `${tool}.doctor.guide.v1`,
      effects: [],
      examples: ['robot-docs guide'],
      load: async () => ({ run: (await import('./agent-guide.ts')).runGuide }),
    }),
    command({
      words: ['doctor'],
      summary: 'Check that this installation can work; changes nothing',
      arguments: [argument('[TOPIC]', 'string', 'health (default), capabilities or robot-docs', ['health', 'capabilities', 'robot-docs'])],
      options: [json, flag('--fix', 'Always declined: doctor only reads')],
      exits: {
        '0': { meaning: 'HEALTHY', domain: 'positive' },
        '1': { meaning: 'UNHEALTHY', domain: 'negative' },
        '2': { meaning: 'DECLINED', domain: 'error' },
      },
      schema: 'doctor.health.v1.json',
      version: `${tool}.doctor.health.v1`,
      effects: [],
      examples: ['doctor', 'doctor health --json'],
      load: () => import('./doctor.ts'),
    }),
  ];
}
