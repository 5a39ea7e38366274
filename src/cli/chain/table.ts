/** `custody chain …`: which tool, through which runtime, down to which primitive, will run. */

import type { Argument, Command, Option, Tool } from '../command.ts';
import { argument, command, exits, flag, option, reads, writes } from '../define.ts';
import { created, json, noSync } from '../options.ts';

const spaces: readonly Option[] = [
  option('--project DIR', 'dir_path', 'Project folder (default: the nearest folder above that contains .ai, else this one)'),
  option('--user-space DIR', 'dir_path', 'User space (default: USER_SPACE, else ~/.ai)'),
  option('--system-space DIR', 'dir_path', 'System space (default: SYSTEM_SPACE, else none)'),
];
const scope = option('--scope SPACE', 'choice', 'Where locks are written (default: CUSTODY_CHAIN_SCOPE, else user)', {
  choices: ['user', 'project'],
});
const all = flag('--all', 'Every tool in the project space');
const tool = (typed: 'ID' | '[ID...]'): Argument => argument(typed, 'string', 'Tool: its path below tools, without the extension');

const locked = exits('CHAIN_LOCKED');
const done = exits('CHAIN_OK');

/** The commands about chains and their locks. */
const lockCommands: readonly Command[] = [
  command({
    words: ['resolve'],
    summary: 'Show the chain of a tool, and what it shadows',
    arguments: [tool('ID')],
    options: [flag('--frozen', 'Take the chain from its lock without searching, after checking every pinned file'), json, ...spaces],
    exits: exits('CHAIN_OK', 'CHAIN_DRIFT'),
    schema: 'chain-resolve.v0.json',
    effects: reads,
    examples: ['resolve web/scraper', 'resolve web/scraper --frozen --json'],
    load: () => import('./resolve.ts'),
  }),
  command({
    words: ['lock'],
    summary: 'Pin the chain of a tool; a lock of other content is never replaced',
    arguments: [tool('[ID...]')],
    options: [all, scope, created, json, noSync, ...spaces],
    exits: locked,
    schema: 'chain.result.v0.json',
    version: 'chain-lock.v1',
    effects: writes,
    examples: ['lock web/scraper', 'lock --all --scope project'],
    load: async () => ({ run: (await import('./lock.ts')).lock }),
  }),
  command({
    words: ['update'],
    summary: 'Pin the chain of a tool again, and report what changes and why',
    arguments: [tool('[ID...]')],
    options: [all, scope, created, json, noSync, ...spaces],
    exits: locked,
    schema: 'chain.result.v0.json',
    version: 'chain-lock.v1',
    effects: writes,
    examples: ['update web/scraper'],
    load: async () => ({ run: (await import('./lock.ts')).update }),
  }),
  command({
    words: ['verify'],
    summary: 'Resolve again and compare every element with its lock; never writes',
    arguments: [tool('[ID...]')],
    options: [
      all,
      flag('--frozen', 'A tool without a lock is a failure'),
      flag('--require-signatures', 'An element without a trusted signature is a failure'),
      json,
      ...spaces,
    ],
    exits: exits('CHAIN_OK', 'CHAIN_DRIFT'),
    schema: 'chain-verify.v0.json',
    effects: reads,
    examples: ['verify web/scraper', 'verify --all --frozen --json'],
    load: () => import('./verify.ts'),
  }),
  command({
    words: ['run'],
    summary: 'Run a tool, if its chain is what the lock pins and is signed',
    arguments: [tool('ID'), argument('[ARG...]', 'string', 'After --: words appended to the command')],
    options: [
      option('--params JSON', 'string', 'Parameters of the tool (default: {})'),
      flag('--unlocked', 'Run although no lock pins the tool'),
      flag('--allow-unsigned', 'Run although an element is not signed'),
      flag('--in-place', 'Run the original file instead of a private copy, for tools that import files next to them'),
      option(
        '--exit-code-offset N',
        'string',
        'Add N, 2 to 254, to an exit code of the tool that is not 0 (255 at most), so that 2 is always a refusal',
      ),
      flag('--json', 'Print a last line of JSON on standard error: that the tool ran and how it ended, or why it was refused'),
      ...spaces,
    ],
    exits: exits('CHAIN_RAN', 'the exit code of the tool'),
    version: 'chain.result.v0',
    // Standard output belongs to the tool that is run.
    schema: 'text.v0.json',
    effects: ['reads files', 'writes files', 'runs programs', 'appends to the ledger'],
    examples: [`run web/scraper --params '{"url":"https://example.org"}'`, 'run tools/report -- --verbose'],
    load: () => import('./run.ts'),
  }),
  command({
    words: ['list'],
    summary: 'The locks of every space, and which of them are stale',
    options: [json, ...spaces],
    exits: done,
    schema: 'chain-list.v0.json',
    effects: reads,
    examples: ['list --json'],
    load: async () => ({ run: (await import('./list.ts')).list }),
  }),
  command({
    words: ['prune'],
    summary: 'Remove stale locks from the project and user spaces',
    options: [
      flag('--dry-run', 'Only say what would be removed'),
      flag('--any-project', 'Also locks in the user space of project tools that this project does not have'),
      json,
      ...spaces,
    ],
    exits: done,
    schema: 'chain-list.v0.json',
    effects: writes,
    examples: ['prune --dry-run'],
    load: async () => ({ run: (await import('./list.ts')).prune }),
  }),
  command({
    words: ['diff'],
    summary: 'What changed between two locks',
    arguments: [argument('A', 'file_path', 'Lock before'), argument('B', 'file_path', 'Lock after')],
    options: [json],
    exits: exits('NO_CHANGES', 'CHANGES'),
    schema: 'chain-diff.v0.json',
    effects: reads,
    examples: ['diff old/scraper@1.0.0.lock.json lockfiles/web/scraper@1.0.0.lock.json'],
    load: () => import('./diff.ts'),
  }),
];

/** The commands about keys, signatures and trust. */
const keyCommands: readonly Command[] = [
  command({
    words: ['keygen'],
    summary: 'Make a key pair for signing, and trust it',
    options: [json, ...spaces],
    exits: done,
    schema: 'chain.result.v0.json',
    effects: writes,
    examples: ['keygen'],
    load: async () => ({ run: (await import('./keys.ts')).keygen }),
  }),
  command({
    words: ['sign'],
    summary: 'Sign tools, each in the space where it is found',
    arguments: [argument('TOOL...', 'file_path', 'Tool id, or the path of a tool file')],
    options: [created, json, noSync, ...spaces],
    exits: done,
    schema: 'chain.result.v0.json',
    effects: writes,
    examples: ['sign web/scraper', 'sign .ai/tools/web/scraper.py'],
    load: () => import('./sign.ts'),
  }),
  command({
    words: ['trust', 'add'],
    summary: 'Trust the public key in a PEM file',
    arguments: [argument('FILE', 'file_path', 'Public key, SPKI PEM')],
    options: [json, ...spaces],
    exits: done,
    schema: 'chain.result.v0.json',
    effects: writes,
    examples: ['trust add colleague.pem'],
    load: async () => ({ run: (await import('./keys.ts')).trustAdd }),
  }),
  command({
    words: ['trust', 'list'],
    summary: 'The keys that are trusted',
    options: [json, ...spaces],
    exits: done,
    schema: 'chain.result.v0.json',
    effects: reads,
    examples: ['trust list'],
    load: async () => ({ run: (await import('./keys.ts')).trustList }),
  }),
  command({
    words: ['trust', 'remove'],
    summary: 'Stop trusting a key',
    arguments: [argument('FINGERPRINT', 'string', '16 hex digits')],
    options: [json, ...spaces],
    exits: done,
    schema: 'chain.result.v0.json',
    effects: writes,
    examples: ['trust remove f0ff50dacf109dea'],
    load: async () => ({ run: (await import('./keys.ts')).trustRemove }),
  }),
];

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
  commands: [...lockCommands, ...keyCommands],
  refusals: async () => (await import('#chain/refusals')).chainRefusals,
};
