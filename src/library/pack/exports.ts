/** What the library exports of packs and of stores of packs. */

export {
  diffPacks,
  exportPack,
  type ImportSettings,
  importPack,
  type MovedPack,
  type PackFolder,
  type PackVerifySettings,
  type RunPack,
  type SealRunSettings,
  type SealSettings,
  sealPack,
  sealRun,
  verifyPack,
} from '../pack.ts';
export type { PackChange, PackDiffReport, PackRetyping, PackVerifyReport } from '../pack-reports.ts';
export {
  type DescribedPack,
  describePacks,
  listPacks,
  type PushedPack,
  pullPack,
  pushPack,
  type StoreSettings,
  type TagSettings,
} from '../store.ts';
export {
  type FetchedFiles,
  type FetchSettings,
  fetchReferences,
  type ReferencedPack,
  sealByReference,
  verifyReferences,
} from './references.ts';
