/** `custody key new|show|list`. */
import type { Command } from '../command.ts';
import { argument, command, exits, flag } from '../define.ts';
import { json, noSync } from '../options.ts';
import { keyNewOptions, signerOptions } from './signer-options.ts';

export const keyCommands: readonly Command[] = [
  command({
    words: ['key', 'new'],
    summary: 'Make a key to sign with, protected by a passphrase, in your configuration folder',
    arguments: [argument('[NAME]', 'string', 'Name of the key (default: default)')],
    options: [
      ...keyNewOptions,
      flag('--no-passphrase', 'Make a key that is not protected: whoever can read its file can sign'),
      json,
      noSync,
    ],
    exits: exits('CREATED'),
    schema: 'key.v0.json',
    effects: ['reads files', 'writes files', 'appends to the ledger'],
    examples: ['key new', 'key new models --type p256', 'key new release --passphrase-file passphrase.txt --json'],
    load: () => import('./new.ts'),
  }),
  command({
    words: ['key', 'show'],
    summary: 'Show a key: its fingerprint, algorithm, place and public half; signs nothing and shows no private key',
    arguments: [
      argument('[KEY]', 'string', 'A file, the name of a key of yours, or SHA256:… of a key in the ssh-agent (default: default)'),
    ],
    options: [...signerOptions.filter(({ flag: each }) => each !== '--key'), json],
    exits: exits('SHOWN'),
    schema: 'key.v0.json',
    effects: ['reads files', 'opens connections', 'runs programs'],
    examples: ['key show', 'key show ~/.ssh/id_ed25519', "key show --signer 'kms-sign --key release' --json"],
    load: () => import('./show.ts'),
  }),
  command({
    words: ['key', 'list'],
    summary: 'List your keys and those in the ssh-agent; asks for no passphrase',
    options: [json],
    exits: exits('LISTED'),
    schema: 'key.v0.json',
    effects: ['reads files', 'opens connections'],
    examples: ['key list', 'key list --json'],
    load: () => import('./list.ts'),
  }),
];
