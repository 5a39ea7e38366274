/** The library: every verb of the command line as a typed function. A refusal is thrown as `Refusal`. */
export type { Digest } from '#core/digest';
export { JsonError, parseJson } from '#core/json/read';
export { Float, type JsonObject, type JsonValue } from '#core/json/value';
export { formatJcs, formatSpine } from '#core/json/write';
export { isRelPath, parseRelPath, type RelPath, UnsafePath } from '#core/path/rel-path';
export type { Algorithm } from '#core/ports';
export { Refusal } from '#core/refusal';
export type { MemberGroup, Shown, ShownMembers } from '#evidence/show';
export type {
  KnownAs,
  Relation as WhyRelation,
  Searched as WhySearched,
  SubjectDigest,
  Why,
  WhyEvidence,
  WhyFinding,
  WhyPlace,
  WhyRun,
  WhySubject,
} from '#evidence/why/why';
export { version } from '#installation/paths';
export type { Member } from '#lock/member';
export type {
  Difference as ReplayDifference,
  FileDigests as ReplayFileDigests,
  Outcome as ReplayOutcome,
  Profile as ReplayProfile,
  ResultV1,
  WriteReason,
} from '#replay/result';
export type { ReplayCounts } from '#replay/summary';
export type { CorridorEntry, LawpackEntry, ModuleEntry, OverlayEntry, StackLock } from '#stack/document';
export type { ArtifactRef, Pin } from '#stack/pin';
export type { Comparison, Difference } from './core/comparison.ts';
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
  type ExportedSchema,
  exportTableSchema,
  type ImportedSchema,
  type ImportSchemaSettings,
  type InferredFingerprint,
  type InferSettings,
  importTableSchema,
  inferFingerprint,
} from './library/definitions.ts';
export {
  type LockPart,
  lockFolderShard,
  type MergedLock,
  mergeLockParts,
  planScan,
  type ScanPlan,
  type ShardSettings,
  type WriteSettings,
} from './library/evidence/lock-parts.ts';
export { type ShowSettings, show } from './library/evidence/show.ts';
export * from './library/evidence/sign.ts';
export {
  type MergeVerdictSettings,
  mergeVerdicts,
  type ShardVerifySettings,
  type VerdictPart,
  verifyLockShard,
} from './library/evidence/verdict-parts.ts';
export {
  type Coverage,
  type EvidenceKind,
  type EvidenceVerdict,
  type EvidenceVerdicts,
  type NotChecked,
  type PassedOver,
  type RecognisedEvidence,
  type Recognition,
  recognise,
  type SearchSettings,
  type VerdictFinding,
  type VerdictFindings,
  type VerdictOutcome,
  type VerdictRoot,
  type VerifySettings as EvidenceVerifySettings,
  verify,
} from './library/evidence/verify.ts';
export { type WhySettings, why } from './library/evidence/why.ts';
export { checkStructure, type FingerprintSettings, fingerprint, listFingerprints, type ParserLimits } from './library/fingerprint.ts';
export type {
  AssertionReport,
  FingerprintListReport,
  FingerprintRecord,
  FingerprintReport,
  StructCheckRecord,
} from './library/fingerprint-reports.ts';
export { type FingerprintFilesReport, type IdentifiedFileReport, type IdentifiedLayer, identifyFiles } from './library/identify-files.ts';
export * from './library/keys.ts';
export type { AgainstSettings } from './library/lock/against.ts';
export type { CacheSettings, SinceSettings } from './library/lock/since.ts';
export {
  diffLocks,
  type LockSettings,
  lockFolder,
  lockRecords,
  type ScannedLock,
  type ScanSettings,
  type SealedLock,
  type VerifySettings,
  verifyLock,
  verifyLockContent,
} from './library/lock.ts';
export * from './library/pack/exports.ts';
export {
  type ReplayedBundle,
  type ReplayedState,
  type ReplayRules,
  type ReplaySource,
  replayBundle,
  type VerifiedReplay,
  type VerifiedReplays,
  verifyAllReplays,
  verifyReplay,
} from './library/replay.ts';
export type {
  ContentReport,
  DiffMember,
  LockDiffReport,
  LockVerifyReport,
  MemberFailure,
  MemberSkip,
  MembersReport,
} from './library/reports.ts';
export {
  diffStackLocks,
  explainStack,
  type LockedStack,
  lockStack,
  type StackEvidence,
  type StackExplainSettings,
  type StackLockSettings,
  type StackVerifySettings,
  verifyStack,
} from './library/stack.ts';
export {
  type ArtifactSettings,
  getArtifact,
  type PutSettings,
  putArtifact,
  putPinnedArtifacts,
  verifyArtifacts,
} from './library/stack-artifact.ts';
export {
  type CredentialReport,
  credentialPayloadHash,
  generateCredentialKey,
  type SignSettings,
  signCredential,
  verifyCredential,
} from './library/stack-credential.ts';
export type {
  StackChange,
  StackCheck,
  StackClaim,
  StackCorridorState,
  StackDiffReport,
  StackExplainedCorridor,
  StackExplainReport,
  StackFinding,
  StackParty,
  StackThreshold,
  StackVerifyReport,
} from './library/stack-reports.ts';
export {
  type HashRecord,
  type HashSettings,
  hash,
  type VacuumRecord,
  type VacuumSettings,
  vacuum,
  type Warning,
} from './library/stream.ts';
export type { JudgedTimestamp, TimestampFault, TimestampResult, TimestampSettings, VerifyTimestampSettings } from './library/timestamp.ts';
export { timestamp, verifyTimestamp } from './library/timestamp.ts';
export {
  appendWitness,
  type LedgerSettings,
  lastWitness,
  queryWitness,
  verifyWitness,
  type WitnessEntry,
  type WitnessFilter,
} from './library/witness.ts';
export {
  type PulledWitness,
  type PushedWitness,
  pullWitness,
  pushWitness,
  type WitnessStoreSettings,
} from './library/witness-store.ts';
