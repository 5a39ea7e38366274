/**
 * Finds files by the BLAKE3 of their bytes, below the folders and among the files that are given. Links are not followed; what cannot be read
 * is counted and reported.
 *
 *     findByHash([{ given: 'data', path: '/data' }], new Set(['blake3:7d…']), {})
 *       { found: Map { 'blake3:7d…' => [{ given: 'data/tape.csv', path: '/data/tape.csv', member: 'data/tape.csv' }] }, passedOver: 0 }
 */
import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { walk } from '#disk/walk/walk';
import { isStagingName } from '#disk/write/staging-names';
import { HASHED } from '#hashing/hash-file';
import { hashFiles } from '#hashing/pool';
import { type Artifact, cannotRead, folderName } from './collect.ts';

export interface FoundFiles {
  /** For each hash the files that have it, in byte order of their paths within each folder. */
  readonly found: ReadonlyMap<string, readonly Artifact[]>;
  /** How many entries were not read: links, devices, files that cannot be opened. */
  readonly passedOver: number;
}

export function findByHash(
  places: readonly Artifact[],
  wanted: ReadonlySet<string>,
  { threads }: { readonly threads?: number | undefined },
): FoundFiles {
  const found = new Map<string, Artifact[]>();
  let passedOver = 0;
  const files = candidates(places, () => passedOver++);
  const next = () => {
    const { value: artifact } = files.next();
    if (artifact === undefined) return undefined;
    const question = { path: artifact.path, algorithm: 'blake3', expectedSize: -1, isKnownRegular: true, confine: null } as const;
    return { item: artifact, question };
  };
  hashFiles(next, { threads }, (artifact, answer) => {
    if (answer?.status !== HASHED) return void passedOver++;
    const hash = `blake3:${answer.hex}`;
    if (!wanted.has(hash)) return;
    const same = found.get(hash);
    if (same === undefined) found.set(hash, [artifact]);
    else same.push(artifact);
  });
  return { found, passedOver };
}

function* candidates(places: readonly Artifact[], onSkip: () => void): Generator<Artifact, undefined> {
  for (const place of places) {
    const { given, path } = place;
    try {
      const stat = lstatSync(path);
      if (stat.isFile()) yield { ...place, member: basename(path) };
      else if (stat.isDirectory()) yield* filesBelow(place, onSkip);
      else onSkip();
    } catch (error) {
      throw cannotRead(given, error);
    }
  }
}

function* filesBelow({ given, path }: Artifact, onSkip: () => void): Generator<Artifact> {
  const [name, shown] = [folderName(given, path), given.replace(/(?<=[^/])\/+$/, '')];
  for (const entry of walk(path, { follow: false, prefix: `${name}/` })) {
    if (entry.kind === 'skip') onSkip();
    else if (!entry.relativePath.split('/').some(isStagingName))
      yield { given: `${shown}/${entry.relativePath}`, path: entry.absolutePath, member: `${name}/${entry.relativePath}` };
  }
}
