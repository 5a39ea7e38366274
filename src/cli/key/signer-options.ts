/** The options of every command that signs. */
import type { Option } from '../command.ts';
import { option } from '../define.ts';

const passphraseFile = option(
  '--passphrase-file FILE',
  'file_path',
  'File whose only line is the passphrase of the key (default: ask at the terminal)',
);

export const signerOptions: readonly Option[] = [
  option(
    '--key KEY',
    'string',
    'Key to sign with: a file, the name of a key of yours, or SHA256:… of a key in the ssh-agent (default: your key named default)',
  ),
  option('--signer COMMAND', 'string', 'Program that signs, as for a KMS, an HSM or a smart card, instead of --key'),
  passphraseFile,
];

export const keyNewOptions: readonly Option[] = [
  option('--type TYPE', 'choice', 'ed25519 (default), or p256 or p384: OMS and Sigstore take no Ed25519', {
    choices: ['ed25519', 'p256', 'p384'],
  }),
  { ...passphraseFile, help: 'File whose only line becomes the passphrase of the key (default: ask at the terminal)' },
];
