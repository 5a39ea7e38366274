/** The commands about verifiable credentials: `stack vc …`. */
import type { Command } from '../command.ts';
import { everywhere, json, noSync } from '../options.ts';
import { created, done, judged, reads, writes } from './options.ts';

const result = { schema: 'stack-vc.v0.json', version: 'stack-vc.v0' } as const;
const credential = { name: 'FILE', type: 'file_path', required: true, help: 'The credential' } as const;

export const credentialCommands: readonly Command[] = [
  {
    ...result,
    words: ['vc', 'keygen'],
    summary: 'Make an Ed25519 key and print its did:key',
    arguments: [],
    options: [
      {
        flag: '--out',
        short: '-o',
        alias: '--output',
        value: 'KEY',
        type: 'file_path',
        required: true,
        help: 'Where the private key is written; an existing file is never replaced; also --output',
      },
      json,
      noSync,
      ...everywhere,
    ],
    exits: done,
    effects: writes,
    examples: ['vc keygen --out authority.key'],
    load: async () => ({ run: (await import('./credentials.ts')).keygen }),
  },
  {
    ...result,
    words: ['vc', 'sign'],
    summary: 'Add a proof to a credential; the others stay',
    arguments: [credential],
    options: [
      { flag: '--key', value: 'KEY', type: 'file_path', required: true, help: 'The private key, as vc keygen wrote it' },
      {
        flag: '--type',
        value: 'TYPE',
        type: 'choice',
        choices: ['MsezEd25519Signature2025', 'MezEd25519Signature2025'],
        help: 'Type of the proof (default: MsezEd25519Signature2025)',
      },
      { flag: '--cryptosuite', value: 'NAME', type: 'choice', choices: ['eddsa-jcs-2022'], help: 'A DataIntegrityProof instead' },
      { flag: '--replace', type: 'flag', help: 'Remove existing proofs by this key before signing' },
      created,
      {
        flag: '--out',
        short: '-o',
        alias: '--output',
        value: 'FILE',
        type: 'file_path',
        help: 'Where the signed credential is written (default: in place); also --output',
      },
      json,
      noSync,
      ...everywhere,
    ],
    exits: done,
    effects: writes,
    examples: ['vc sign corridor.vc.json --key authority.key', 'vc sign a.vc.json --key a.key --cryptosuite eddsa-jcs-2022'],
    load: async () => ({ run: (await import('./credentials.ts')).sign }),
  },
  {
    ...result,
    words: ['vc', 'verify'],
    summary: 'Check every proof of a credential, and its dates',
    arguments: [credential],
    options: [
      { flag: '--at', value: 'TIME', type: 'timestamp', help: 'Judge dates at TIME (RFC 3339, or now, the default)' },
      json,
      ...everywhere,
    ],
    exits: judged,
    effects: reads,
    examples: ['vc verify corridor.vc.json', 'vc verify corridor.vc.json --at 2026-01-15T00:00:00Z --json'],
    load: async () => ({ run: (await import('./credentials.ts')).verify }),
  },
  {
    ...result,
    words: ['vc', 'payload-hash'],
    summary: 'The SHA-256 of a credential without its proof, as JCS',
    arguments: [credential],
    options: [json, ...everywhere],
    exits: done,
    effects: reads,
    examples: ['vc payload-hash corridor.vc.json'],
    load: async () => ({ run: (await import('./credentials.ts')).payloadHash }),
  },
];
