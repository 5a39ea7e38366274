/** `custody stack …`: what was deployed, under which law, agreed by whom. */

import type { Tool } from '../command.ts';
import { artifactCommands } from './artifact-commands.ts';
import { credentialCommands } from './credential-commands.ts';
import { lockCommands } from './lock-commands.ts';

export const stack: Tool = {
  name: 'stack',
  binary: null,
  description: 'Deployment lockfile — pins modules, law, overlays and the signed agreements that were in force',
  outputMode: 'mixed',
  outputSchema: 'stack.lock.schema',
  jsonFlag: '--json',
  envelope: 'pretty-line',
  formats: ['yaml', 'json', 'xml', 'zip'],
  streaming: false,
  upstream: [],
  downstream: ['pack'],
  commands: [...lockCommands, ...credentialCommands, ...artifactCommands],
  refusals: async () => (await import('#stack/refusals')).stackRefusals,
};
