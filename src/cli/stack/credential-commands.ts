/** The commands about verifiable credentials: `stack vc …`. */

import type { Command } from '../command.ts';
import { argument, command, flag, option, reads, writes } from '../define.ts';
import { json, noSync } from '../options.ts';
import { created, done, judged } from './options.ts';

const schema = 'stack-vc.v0.json';
const credential = argument('FILE', 'file_path', 'The credential');

export const credentialCommands: readonly Command[] = [
  command({
    schema,
    words: ['vc', 'keygen'],
    summary: 'Make an Ed25519 key and print its did:key',
    options: [
      option('--out KEY', 'file_path', 'Where the private key is written; an existing file is never replaced; also --output', {
        short: '-o',
        alias: '--output',
        required: true,
      }),
      json,
      noSync,
    ],
    exits: done,
    effects: writes,
    examples: ['vc keygen --out authority.key'],
    load: async () => ({ run: (await import('./credentials.ts')).keygen }),
  }),
  command({
    schema,
    words: ['vc', 'sign'],
    summary: 'Add a proof to a credential; the others stay',
    arguments: [credential],
    options: [
      option('--key KEY', 'file_path', 'The private key, as vc keygen wrote it', { required: true }),
      option('--type TYPE', 'choice', 'Type of the proof (default: MsezEd25519Signature2025)', {
        choices: ['MsezEd25519Signature2025', 'MezEd25519Signature2025'],
      }),
      option('--cryptosuite NAME', 'choice', 'A DataIntegrityProof instead', { choices: ['eddsa-jcs-2022'] }),
      flag('--replace', 'Remove existing proofs by this key before signing'),
      created,
      option('--out FILE', 'file_path', 'Where the signed credential is written (default: in place); also --output', {
        short: '-o',
        alias: '--output',
      }),
      json,
      noSync,
    ],
    exits: done,
    effects: writes,
    examples: ['vc sign corridor.vc.json --key authority.key', 'vc sign a.vc.json --key a.key --cryptosuite eddsa-jcs-2022'],
    load: async () => ({ run: (await import('./credentials.ts')).sign }),
  }),
  command({
    schema,
    words: ['vc', 'verify'],
    summary: 'Check every proof of a credential, and its dates',
    arguments: [credential],
    options: [option('--at TIME', 'timestamp', 'Judge dates at TIME (RFC 3339, or now, the default)'), json],
    exits: judged,
    effects: reads,
    examples: ['vc verify corridor.vc.json', 'vc verify corridor.vc.json --at 2026-01-15T00:00:00Z --json'],
    load: async () => ({ run: (await import('./credentials.ts')).verify }),
  }),
  command({
    schema,
    words: ['vc', 'payload-hash'],
    summary: 'The SHA-256 of a credential without its proof, as JCS',
    arguments: [credential],
    options: [json],
    exits: done,
    effects: reads,
    examples: ['vc payload-hash corridor.vc.json'],
    load: async () => ({ run: (await import('./credentials.ts')).payloadHash }),
  }),
];
