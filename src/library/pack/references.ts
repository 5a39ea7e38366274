/**
 * Packs whose large files are kept in a store, by reference.
 *
 *     await sealByReference(['data'], { store: 's3://evidence/packs', least: 2 ** 30, output: 'december' });
 *     (await verifyReferences('december', { store: 's3://evidence/packs' })).outcome
 *     await fetchReferences('december', { store: 's3://evidence/packs', output: 'files' });
 */
import { shellPath } from '#core/shell-words';
import { workingFolder } from '#disk/path/working-folder';
import { artifactAt } from '#pack/ops/collect';
import { type FetchedFiles, fetchReferences as fetchVerb } from '#pack/ops/fetch-references';
import { readReferences } from '#pack/ops/references';
import { type KeptFiles, sealByReference as sealVerb } from '#pack/ops/seal-by-reference';
import { verifyPack as verifyVerb } from '#pack/ops/verify';
import { reportDocument } from '#pack/report';
import { absolute, givenPath } from '../given-path.ts';
import { type NewPack, type PackVerifySettings, type SealSettings, sealOf } from '../pack.ts';
import type { PackVerifyReport } from '../pack-reports.ts';
import { type StoreSettings, withStore } from '../store.ts';

export interface ReferencedPack extends NewPack {
  readonly byReference: KeptFiles;
}

/** `pack seal --by-reference`: files of at least `least` bytes are kept in the store, and the pack refers to them. */
export async function sealByReference(
  artifacts: readonly string[],
  settings: SealSettings & StoreSettings & { readonly least: number },
): Promise<ReferencedPack> {
  const { least } = settings;
  if (!Number.isSafeInteger(least) || least < 1) throw new RangeError(`least needs a whole number of at least 1, found ${least}`);
  const seal = { ...sealOf(settings), artifacts: artifacts.map((given) => artifactAt(given, absolute)) };
  return withStore(settings, `pack seal --by-reference ${least}`, (store) => sealVerb(seal, { store, least }));
}

/** `pack verify --store`: also reads the files that the pack refers to, from this store. */
export async function verifyReferences(pack: string, settings: PackVerifySettings & StoreSettings): Promise<PackVerifyReport> {
  const { deep = false, expect, jobs, maxSize } = settings;
  const own = verifyVerb({ ...givenPath(pack), deep, expect, threads: jobs, maxSize });
  const judged = await withStore(settings, `pack verify ${shellPath(pack)}`, (store) => readReferences(own, store));
  return reportDocument(judged) as unknown as PackVerifyReport;
}

export type { FetchedFiles };

export interface FetchSettings extends Pick<PackVerifySettings, 'expect' | 'maxSize'>, StoreSettings {
  /** The folder to create, whole or not at all. */
  readonly output: string;
  /** Only these files; all by default. */
  readonly paths?: readonly string[];
}

/** `pack fetch`: the files that a pack refers to, from this store into a folder. The pack is verified first, each file as it arrives. */
export async function fetchReferences(pack: string, settings: FetchSettings): Promise<FetchedFiles> {
  const { output, paths = [], expect, maxSize, jobs: threads, sync = true } = settings;
  const words = `pack fetch ${shellPath(pack)} --out ${shellPath(output)}`;
  return withStore(settings, words, (store) =>
    fetchVerb({ ...givenPath(pack), paths, output: givenPath(output), cwd: workingFolder(), store, sync, expect, maxSize, threads }),
  );
}
