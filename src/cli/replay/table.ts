/** `custody replay …`: does a bundle still rebuild to the approved hash? */

import { agentEntrances } from '../about/agent-commands.ts';
import type { Command, Option, Tool } from '../command.ts';
import { everywhere, noSync, output, progress } from '../options.ts';
import { witnessCommands } from '../witness/table.ts';

const lookup: readonly Option[] = [
  { flag: '--ref', value: 'REF', type: 'string', help: 'Snapshot reference: the folder snapshots/REF below the fixtures or the data' },
  { flag: '--bundle', value: 'DIR', type: 'dir_path', help: 'The bundle itself, instead of a search' },
  { flag: '--data', value: 'DIR', type: 'dir_path', help: 'Root of runtime bundles (default: ./data)' },
  { flag: '--fixture-root', value: 'DIR', type: 'dir_path', help: 'Root of fixtures (default: data/test-fixtures)' },
  { flag: '--prefer-data', type: 'flag', help: 'Search the data before the fixtures' },
];

const format = (choices: readonly string[]): Option => ({
  flag: '--format',
  value: 'FORM',
  type: 'choice',
  choices,
  help: `Form of the output: ${choices.join(', ')} (default: json)`,
});

const json: Option = { flag: '--json', type: 'flag', help: 'Accepted and changes nothing: JSON is the default' };

const refusal = { meaning: 'REFUSAL', domain: 'error' } as const;
const invalid = { meaning: 'REPLAY_INVALID', domain: 'error' } as const;
const formatRefusal: NonNullable<Command['formatRefusal']> = async (...ended) => (await import('./failure.ts')).formatFailure(...ended);

export const replay: Tool = {
  name: 'replay',
  binary: null,
  description: 'Snapshot replay — rebuilds the state of a bundle and compares its hash with the approved one',
  outputMode: 'report',
  outputSchema: 'replay-summary.v1',
  jsonFlag: '--json',
  envelope: 'pretty-line',
  ownExits: { mistake: 4, bug: 5 },
  formats: ['json'],
  streaming: false,
  upstream: [],
  downstream: ['pack'],
  commands: [
    {
      words: ['verify'],
      summary: 'Rebuild a bundle and compare its hash with the declared one',
      arguments: [],
      options: [
        ...lookup,
        { flag: '--write-expected', type: 'flag', help: 'Write the hash where a placeholder is declared; never over a real value' },
        {
          flag: '--profile',
          value: 'NAME',
          type: 'choice',
          choices: ['auto', 'embedded', 'go-bytes'],
          help: 'How the state is hashed: embedded values, the bytes of the original, or whichever is declared (default: auto)',
        },
        {
          flag: '--against',
          value: 'PATH',
          type: 'file_path',
          help: 'Say which file and which JSON pointer differ from another bundle, an earlier result or the state of replay run',
        },
        { flag: '--all', value: 'ROOT', type: 'dir_path', help: 'Judge every snapshots/* folder at any depth below ROOT' },
        format(['json', 'text', 'junit', 'sarif']),
        json,
        output,
        progress,
        noSync,
        ...everywhere,
      ],
      exits: {
        '0': { meaning: 'REPLAY_OK', domain: 'positive' },
        '2': { meaning: 'REPLAY_MISMATCH', domain: 'negative' },
        '3': { meaning: 'REPLAY_WRITE_BLOCKED', domain: 'negative' },
        '4': invalid,
        '5': refusal,
      },
      schema: 'replay-result.v1.json',
      version: 'replay-result.v1',
      formatRefusal,
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: [
        'verify --bundle data/snapshots/demo',
        'verify --ref demo --prefer-data --write-expected',
        'verify --all . --format junit --output replay.xml',
      ],
      load: () => import('./verify.ts'),
    },
    {
      words: ['run'],
      summary: 'Print the state that a bundle rebuilds to, and what it was read from; no hash',
      arguments: [],
      options: [...lookup, format(['json', 'text']), json, output, noSync, ...everywhere],
      exits: { '0': { meaning: 'REPLAY_OK', domain: 'positive' }, '4': invalid, '5': refusal },
      schema: 'replay-state.v1.json',
      version: 'replay-state.v1',
      formatRefusal,
      effects: ['reads files', 'writes files', 'appends to the ledger'],
      examples: ['run --bundle data/snapshots/demo'],
      load: () => import('./run.ts'),
    },
    ...witnessCommands(['witness']),
    ...agentEntrances('replay'),
  ],
  refusals: async () => (await import('#replay/refusals')).replayRefusals,
};
