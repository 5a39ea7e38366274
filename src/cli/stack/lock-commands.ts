/** The commands about a stack.lock. */

import type { Command } from '../command.ts';
import { argument, command, exits, flag, option, reads, writes } from '../define.ts';
import { json, noSync, output } from '../options.ts';
import { alsoAt, at, created, judged, lawpackPrefix, mustBeActive, requireActive, root, stores, zone } from './options.ts';

const lockFile = argument('LOCK', 'file_path', 'The stack.lock');

export const lockCommands: readonly Command[] = [
  command({
    words: ['lock'],
    summary: 'Pin what a zone leads to: modules, lawpacks, patches, corridors with their signatures judged',
    arguments: [argument('ZONE', 'file_path', 'The zone file')],
    options: [
      option(
        '--out FILE',
        'file_path',
        'Where the lock is written (default: lockfile_path of the zone, else stack.lock next to it); also --output',
        { short: '-o', alias: '--output' },
      ),
      flag('--emit-artifactrefs', 'Write pins as ArtifactRefs, with where to find what they pin'),
      created,
      flag('--check', 'Write nothing; exit 1 if the lock is not what would be written'),
      option('--format FORM', 'choice', 'json (canonical, default), pretty-json or yaml', { choices: ['json', 'pretty-json', 'yaml'] }),
      root,
      lawpackPrefix,
      json,
      noSync,
    ],
    exits: exits('STACK_LOCKED or STACK_OK', 'STACK_DRIFT'),
    schema: 'stack-lock.v0.json',
    effects: writes,
    examples: ['lock zones/one/zone.yaml', 'lock zones/one/zone.yaml --check', 'lock zone.yaml --out stack.lock --emit-artifactrefs'],
    load: () => import('./lock.ts'),
  }),
  command({
    words: ['verify'],
    summary: 'Derive every digest, signature and verdict of a lock again, offline; never writes the lock',
    arguments: [lockFile],
    options: [root, zone, stores, alsoAt, requireActive, mustBeActive, lawpackPrefix, json, output, noSync],
    exits: judged,
    schema: 'stack-verify.v0.json',
    effects: writes,
    examples: [
      'verify zones/one/stack.lock',
      'verify stack.lock --store file:dist/artifacts --json',
      'verify stack.lock --require-active',
      'verify stack.lock --corridor org.example.corridor.release --at 2027-01-01T00:00:00Z',
    ],
    load: () => import('./verify.ts'),
  }),
  command({
    words: ['diff'],
    summary: 'What changed between two locks, and how much it matters',
    arguments: [argument('A', 'file_path', 'Lock before'), argument('B', 'file_path', 'Lock after')],
    options: [json, output, noSync],
    exits: exits('NO_CHANGES', 'CHANGES'),
    schema: 'stack-diff.v0.json',
    effects: writes,
    examples: ['diff old/stack.lock stack.lock --json'],
    load: () => import('./diff.ts'),
  }),
  command({
    words: ['explain'],
    summary: 'Why the corridors of a lock are active or not: each party, proof, threshold, date and binding',
    arguments: [lockFile],
    options: [option('--corridor ID', 'string', 'Only this corridor'), root, zone, stores, at, json],
    exits: judged,
    schema: 'stack-explain.v0.json',
    effects: reads,
    examples: ['explain zones/one/stack.lock', 'explain stack.lock --corridor org.example.corridor.swift --at 2027-01-01T00:00:00Z'],
    load: () => import('./explain.ts'),
  }),
];
