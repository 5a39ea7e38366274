/** `custody replay …`: does a bundle still rebuild to the approved hash? */

import type { Command, Option, Tool } from '../command.ts';
import { command, flag, option, writes } from '../define.ts';
import { noSync, output, progress } from '../options.ts';

const lookup: readonly Option[] = [
  option('--ref REF', 'string', 'Snapshot reference: the folder snapshots/REF below the fixtures or the data'),
  option('--bundle DIR', 'dir_path', 'The bundle itself, instead of a search'),
  option('--data DIR', 'dir_path', 'Root of runtime bundles (default: ./data)'),
  option('--fixture-root DIR', 'dir_path', 'Root of fixtures (default: data/test-fixtures)'),
  flag('--prefer-data', 'Search the data before the fixtures'),
];

const format = (choices: readonly string[]): Option =>
  option('--format FORM', 'choice', `Form of the output: ${choices.join(', ')} (default: json)`, { choices });

const json = flag('--json', 'Accepted and changes nothing: JSON is the default');

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
    command({
      words: ['verify'],
      summary: 'Rebuild a bundle and compare its hash with the declared one',
      options: [
        ...lookup,
        flag('--write-expected', 'Write the hash where a placeholder is declared; never over a real value'),
        option(
          '--profile NAME',
          'choice',
          'How the state is hashed: embedded values, the bytes of the original, or whichever is declared (default: auto)',
          { choices: ['auto', 'embedded', 'go-bytes'] },
        ),
        option(
          '--against PATH',
          'file_path',
          'Say which file and which JSON pointer differ from another bundle, an earlier result or the state of replay run',
        ),
        option('--all ROOT', 'dir_path', 'Judge every snapshots/* folder at any depth below ROOT', { schema: 'replay-summary.v1.json' }),
        format(['json', 'text', 'junit', 'sarif']),
        json,
        output,
        progress,
        noSync,
      ],
      exits: {
        '0': { meaning: 'REPLAY_OK', domain: 'positive' },
        '2': { meaning: 'REPLAY_MISMATCH', domain: 'negative' },
        '3': { meaning: 'REPLAY_WRITE_BLOCKED', domain: 'negative' },
        '4': invalid,
        '5': refusal,
      },
      schema: 'replay-result.v1.json',
      formatRefusal,
      effects: writes,
      examples: [
        'verify --bundle data/snapshots/demo',
        'verify --ref demo --prefer-data --write-expected',
        'verify --all . --format junit --output replay.xml',
      ],
      load: () => import('./verify.ts'),
    }),
    command({
      words: ['run'],
      summary: 'Print the state that a bundle rebuilds to, and what it was read from; no hash',
      options: [...lookup, format(['json', 'text']), json, output, noSync],
      exits: { '0': { meaning: 'REPLAY_OK', domain: 'positive' }, '4': invalid, '5': refusal },
      schema: 'replay-state.v1.json',
      formatRefusal,
      effects: writes,
      examples: ['run --bundle data/snapshots/demo'],
      load: () => import('./run.ts'),
    }),
  ],
  refusals: async () => (await import('#replay/refusals')).replayRefusals,
};
