/** The commands about a stack.lock. */
import type { Command } from '../command.ts';
import { everywhere, json, noSync, output } from '../options.ts';
import {
  at,
  atAsWell,
  created,
  judged,
  lawpackPrefix,
  mustBeActive,
  reads,
  refusal,
  requireActive,
  root,
  stores,
  writes,
  zone,
} from './options.ts';

const lockFile = { name: 'LOCK', type: 'file_path', required: true, help: 'The stack.lock' } as const;

export const lockCommands: readonly Command[] = [
  {
    words: ['lock'],
    summary: 'Pin what a zone leads to: modules, lawpacks, patches, corridors with their signatures judged',
    arguments: [{ name: 'ZONE', type: 'file_path', required: true, help: 'The zone file' }],
    options: [
      {
        flag: '--out',
        short: '-o',
        alias: '--output',
        value: 'FILE',
        type: 'file_path',
        help: 'Where the lock is written (default: lockfile_path of the zone, else stack.lock next to it); also --output',
      },
      {
        flag: '--emit-artifactrefs',
        type: 'flag',
        help: 'Write pins as ArtifactRefs, with where to find what they pin',
      },
      created,
      {
        flag: '--check',
        type: 'flag',
        help: 'Write nothing; exit 1 if the lock is not what would be written',
      },
      {
        flag: '--format',
        value: 'FORM',
        type: 'choice',
        choices: ['json', 'pretty-json', 'yaml'],
        help: 'json (canonical, default), pretty-json or yaml',
      },
      root,
      lawpackPrefix,
      json,
      noSync,
      ...everywhere,
    ],
    exits: {
      '0': { meaning: 'STACK_LOCKED or STACK_OK', domain: 'positive' },
      '1': { meaning: 'STACK_DRIFT', domain: 'negative' },
      '2': refusal,
    },
    schema: 'stack-lock.v0.json',
    version: 'stack-lock.v0',
    effects: writes,
    examples: ['lock zones/one/zone.yaml', 'lock zones/one/zone.yaml --check', 'lock zone.yaml --out stack.lock --emit-artifactrefs'],
    load: () => import('./lock.ts'),
  },
  {
    words: ['verify'],
    summary: 'Derive every digest, signature and verdict of a lock again, offline; never writes the lock',
    arguments: [lockFile],
    options: [root, zone, stores, atAsWell, requireActive, mustBeActive, lawpackPrefix, json, output, noSync, ...everywhere],
    exits: judged,
    schema: 'stack-verify.v0.json',
    version: 'stack-verify.v0',
    effects: writes,
    examples: [
      'verify zones/one/stack.lock',
      'verify stack.lock --store file:dist/artifacts --json',
      'verify stack.lock --require-active',
      'verify stack.lock --corridor org.example.corridor.release --at 2027-01-01T00:00:00Z',
    ],
    load: () => import('./verify.ts'),
  },
  {
    words: ['diff'],
    summary: 'What changed between two locks, and how much it matters',
    arguments: [
      { name: 'A', type: 'file_path', required: true, help: 'Lock before' },
      { name: 'B', type: 'file_path', required: true, help: 'Lock after' },
    ],
    options: [json, output, noSync, ...everywhere],
    exits: {
      '0': { meaning: 'NO_CHANGES', domain: 'positive' },
      '1': { meaning: 'CHANGES', domain: 'negative' },
      '2': refusal,
    },
    schema: 'stack-diff.v0.json',
    version: 'stack-diff.v0',
    effects: writes,
    examples: ['diff old/stack.lock stack.lock --json'],
    load: () => import('./diff.ts'),
  },
  {
    words: ['explain'],
    summary: 'Why the corridors of a lock are active or not: each party, proof, threshold, date and binding',
    arguments: [lockFile],
    options: [{ flag: '--corridor', value: 'ID', type: 'string', help: 'Only this corridor' }, root, zone, stores, at, json, ...everywhere],
    exits: judged,
    schema: 'stack-explain.v0.json',
    version: 'stack-explain.v0',
    effects: reads,
    examples: ['explain zones/one/stack.lock', 'explain stack.lock --corridor org.example.corridor.swift --at 2027-01-01T00:00:00Z'],
    load: () => import('./explain.ts'),
  },
];
