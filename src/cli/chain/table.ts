/** `custody chain …`: which tool, through which runtime, down to which primitive, will run. */

import { agentEntrances } from '../about/agent-commands.ts';
import type { Tool } from '../command.ts';
import { witnessCommands } from '../witness/table.ts';
import { keyCommands } from './key-commands.ts';
import { lockCommands } from './lock-commands.ts';

export const chain: Tool = {
  name: 'chain',
  binary: null,
  description: 'Tool-chain lockfile — pins which tool, through which runtime, down to which primitive, will run',
  outputMode: 'mixed',
  outputSchema: 'chain-lock.v1',
  jsonFlag: '--json',
  envelope: 'pretty-line',
  formats: ['py', 'yaml', 'json', 'js', 'ts', 'sh', 'toml', 'md'],
  streaming: false,
  upstream: [],
  downstream: ['pack'],
  commands: [...lockCommands, ...keyCommands, ...witnessCommands(['witness']), ...agentEntrances('chain')],
  refusals: async () => (await import('#chain/refusals')).chainRefusals,
};
