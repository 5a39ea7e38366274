/** The library: every verb of the command line as a typed function. A refusal is thrown as `Refusal`. */
export type { Digest } from '#core/digest';
export { JsonError, parseJson } from '#core/json/read';
export { Float, type JsonObject, type JsonValue } from '#core/json/value';
export { formatJcs, formatSpine } from '#core/json/write';
export type { Algorithm } from '#core/ports';
export { Refusal } from '#core/refusal';
export { isRelPath, parseRelPath, type RelPath, UnsafePath } from '#core/rel-path';
export { version } from '#io/version';
export type { Member } from '#lock/member';
export {
  type ChainLockSettings,
  type ChainVerifySettings,
  diffChainLocks,
  type LockedChain,
  listChainLocks,
  lockChains,
  type PruneSettings,
  pruneChainLocks,
  resolveChain,
  updateChains,
  verifyChains,
} from './library/chain.ts';
export {
  distrustKey,
  generateChainKey,
  type KeySettings,
  listTrustedKeys,
  type SignedTool,
  signTools,
  type TrustedKey,
  trustKey,
} from './library/chain-keys.ts';
export type {
  ChainDiffReport,
  ChainElement,
  ChainFinding,
  ChainListReport,
  ChainRefusal,
  ChainResolveReport,
  ChainToolReport,
  ChainVerifyReport,
  DiffElement,
  ListedChainLock,
  PinnedElement,
} from './library/chain-reports.ts';
export { type RunSettings, runChain, type Streams } from './library/chain-run.ts';
export type { ChainSettings } from './library/chain-spaces.ts';
export {
  diffLocks,
  type LockSettings,
  lockFolder,
  lockRecords,
  type ScanSettings,
  type SealedLock,
  type VerifySettings,
  verifyLock,
} from './library/lock.ts';
export {
  diffPacks,
  exportPack,
  type ImportSettings,
  importPack,
  type PackFolder,
  type PackVerifySettings,
  type SealSettings,
  sealPack,
  verifyPack,
} from './library/pack.ts';
export type { PackChange, PackDiffReport, PackRetyping, PackVerifyReport } from './library/pack-reports.ts';
export type { DiffMember, LockDiffReport, LockVerifyReport, MemberFailure, MemberSkip, MembersReport } from './library/reports.ts';
export { listPacks, type PushedPack, pullPack, pushPack, type StoreSettings } from './library/store.ts';
export {
  type HashRecord,
  type HashSettings,
  hash,
  type VacuumRecord,
  type VacuumSettings,
  vacuum,
  type Warning,
} from './library/stream.ts';
export {
  appendWitness,
  type LedgerSettings,
  lastWitness,
  queryWitness,
  verifyWitness,
  type WitnessEntry,
  type WitnessFilter,
} from './library/witness.ts';
