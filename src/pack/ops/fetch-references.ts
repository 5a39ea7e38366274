/**
 * `pack fetch`: the files that the references of a pack stand for, from a store that the caller named, into a folder of their own. The pack
 * is verified first, because only its `pack_id` says which files they are; each file is verified as it arrives. The folder appears with all
 * of them or not at all.
 *
 *     await fetchReferences({ given: 'december', path: '/data/december', paths: [], output, cwd, store, sync: true })
 *       { packId: 'sha256:…', folder: 'files', files: 2, bytes: 8589934592 }
 */
import { dirname } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import type { Digest } from '#core/digest';
import { makeFolders } from '#disk/write/make-folders';
import { onTraffic } from '#store/http/traffic';
import type { Store } from '#store/store';
import { whenInterrupted } from '#threads/interruptible';
import { countRead } from '#threads/read-meter';
import { findPathClash } from '../path-clash.ts';
import { referencedPath } from '../reference.ts';
import type { ReferencedFile } from '../references.ts';
import { badPack, duplicateMember, invalidPack, noReference } from '../refusals.ts';
import { judgementFields } from '../report.ts';
import { withoutStaging } from './pull.ts';
import { cannotWrite, commitPack, type PackTarget, requireFree, stageAt } from './target.ts';
import { type PackCheck, verifyPack } from './verify.ts';

export interface ReferenceFetch extends Omit<PackCheck, 'deep' | 'written' | 'withPool'> {
  /** The paths of the files, or of their references; all files if there are none. */
  readonly paths: readonly string[];
  readonly output: PackTarget;
  readonly cwd: string;
  readonly store: Store;
  readonly sync: boolean;
}

export interface FetchedFiles {
  readonly packId: Digest;
  /** The folder as it was typed. */
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

interface Placed {
  readonly path: string;
  readonly file: ReferencedFile;
}

export async function fetchReferences(fetch: ReferenceFetch): Promise<FetchedFiles> {
  const { given, output, cwd, sync } = fetch;
  requireFree(output);
  let packId = '' as Digest;
  const onManifest: PackCheck['onManifest'] = (manifest) => {
    packId = manifest.packId as Digest;
    fetch.onManifest?.(manifest);
  };
  const { outcome, checks, findings, references } = verifyPack({ ...fetch, deep: false, onManifest });
  if (outcome === 'INVALID') throw invalidPack(given, judgementFields(checks, findings));
  const wanted = chosen(given, references.files, fetch.paths);
  const staged = stageAt({ output, cwd }, sync);
  const release = whenInterrupted(() => staged.discard(), fetch.store.folder === undefined ? undefined : ['SIGINT']);
  try {
    await fetchInto(staged.path, wanted, fetch);
    return {
      packId,
      folder: commitPack(staged, { output, packId, cwd }),
      files: wanted.length,
      bytes: wanted.reduce((sum, { file }) => sum + file.size, 0),
    };
  } finally {
    release();
    staged.discard();
  }
}

/** In byte order of their paths, which are safe: a member could be named so that they were not. */
function chosen(given: string, files: readonly ReferencedFile[], paths: readonly string[]): readonly Placed[] {
  const all = files
    .map((file): Placed => ({ path: referencedPath(file.member), file }))
    .sort((a, b) => compareUtf8(a.path, b.path) || compareUtf8(a.file.member, b.file.member));
  const other = paths.find((path) => !all.some((placed) => isNamed(placed, path)));
  if (all.length === 0 || other !== undefined) throw noReference(given, other ?? null);
  const wanted = paths.length === 0 ? all : all.filter((placed) => paths.some((path) => isNamed(placed, path)));
  for (const [index, { path, file }] of wanted.entries()) {
    const before = wanted[index - 1];
    if (before?.path === path) throw duplicateMember(path, [before.file.member, file.member]);
  }
  const clash = findPathClash(wanted);
  if (clash !== null) throw duplicateMember(clash.file.path, [clash.file.file.member, clash.below.file.member]);
  return wanted;
}

function isNamed({ path, file }: Placed, name: string): boolean {
  return name === path || name === file.member;
}

async function fetchInto(folder: string, wanted: readonly Placed[], { given, output, store, watch }: ReferenceFetch): Promise<void> {
  const files = wanted.map(({ path, file }) => ({ digest: file.bytesHash, file: `${folder}/${path}`, placed: { path, file } }));
  const sizes = new Map(files.map(({ file, placed }) => [file, placed]));
  try {
    for (const parent of new Set(files.map(({ file }) => dirname(file)))) makeFolders(parent);
  } catch (error) {
    throw cannotWrite(output.given, error);
  }
  onTraffic(countRead);
  const progress = watch?.(files.length, () => wanted.reduce((sum, { file }) => sum + file.size, 0));
  try {
    await store.fetch(files, ({ file }, size) => {
      const { path, file: expected } = sizes.get(file) as Placed;
      // The digest is right, so the document is wrong.
      if (size !== expected.size) throw badPack(given, `expected ${expected.size} bytes, found ${size}: ${path}`, { path });
      progress?.advance(1);
    });
  } catch (error) {
    throw withoutStaging(folder, output.given, error);
  } finally {
    progress?.done();
  }
}
