/**
 * Evidence packs as typed functions: the same operations as the command line, with the same bytes as results.
 *
 *     const { packId, folder } = sealPack(['december.lock.json', 'reports'], { note: 'December', output: 'evidence/december' });
 *     verifyPack(folder, { deep: true }).outcome     'OK'
 */

import type { Digest } from '#core/digest';
import { workingFolder } from '#disk/path/working-folder';
import type { RunOrigin } from '#evidence/ops/run-files';
import { version } from '#installation/paths';
import { processEnv } from '#installation/process-input';
import { diffDocument } from '#pack/diff';
import { artifactAt } from '#pack/ops/collect';
import { diffPacks as diffOpened } from '#pack/ops/diff';
import { exportPack as exportVerb } from '#pack/ops/export';
import { importPack as importVerb } from '#pack/ops/import';
import { openPlace } from '#pack/ops/place';
import type { OpenPack } from '#pack/ops/read-members';
import { sealPack as sealVerb } from '#pack/ops/seal';
import type { CarriedSeals } from '#pack/ops/seals/beside';
import { verifyPack as verifyVerb } from '#pack/ops/verify';
import type { ReferencedFile } from '#pack/references';
import { reportDocument } from '#pack/report';
import { ledgerPath } from '#witness/ops/append';
import { createdFrom } from './created-from.ts';
import { absolute, givenPath, givenTarget } from './given-path.ts';
import type { PackDiffReport, PackVerifyReport } from './pack-reports.ts';

export interface SealSettings {
  /** The folder to create; the default is `pack/<pack_id>`. */
  readonly output?: string;
  readonly note?: string;
  /** RFC 3339 text or a date; the default is the current time. */
  readonly created?: string | Date;
  /** The version in the manifest of the program that sealed the pack; the default is this version. */
  readonly toolVersion?: string;
  readonly jobs?: number;
  /** If false, does not wait for the disk. */
  readonly sync?: boolean;
}

export interface SealRunSettings extends SealSettings {
  /** Also the files of the runs that made the inputs of the run. */
  readonly ancestors?: boolean;
  /** Refuses if a file of the run is missing. */
  readonly strict?: boolean;
  /** The path of the ledger; the default is `EPISTEMIC_WITNESS`, or the one in the home folder. */
  readonly ledger?: string;
}

/** A complete pack in a folder. */
export interface PackFolder {
  readonly packId: Digest;
  readonly folder: string;
  readonly memberCount: number;
  /** The total size of all members. */
  readonly bytes: number;
  /** Files that the pack refers to, and that are kept in a store; absent for a pack that was just sealed. */
  readonly references?: readonly ReferencedFile[];
}

/** A pack that was moved, with its seals. */
export interface MovedPack extends PackFolder {
  readonly seals: CarriedSeals;
}

export interface NewPack extends PackFolder {
  /** Members that are not what they seem, such as a refusal instead of a lockfile. */
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}

/** Makes one pack from files and folders; refuses as `pack seal` does. */
export function sealPack(artifacts: readonly string[], settings: SealSettings = {}): NewPack {
  return sealVerb({ ...sealOf(settings), artifacts: artifacts.map((given) => artifactAt(given, absolute)) });
}

export function sealOf(settings: SealSettings): Omit<Parameters<typeof sealVerb>[0], 'artifacts'> {
  return {
    output: givenTarget(settings.output),
    cwd: workingFolder(),
    note: settings.note ?? null,
    created: createdFrom(settings.created ?? new Date()),
    toolVersion: settings.toolVersion ?? version,
    threads: settings.jobs,
    sync: settings.sync ?? true,
  };
}

export interface RunPack extends NewPack {
  readonly origin: RunOrigin;
}

/** `pack seal --from-run`: seals what a run in the ledger read and made, as far as files with these hashes are in `places`. */
export async function sealRun(run: string, places: readonly string[], settings: SealRunSettings = {}): Promise<RunPack> {
  const { filesOfRun, isRunId } = await import('#evidence/ops/run-files');
  const { ancestors = false, strict = false, note = null, jobs: threads } = settings;
  if (!isRunId(run)) throw new RangeError(`expected blake3: and up to 64 lower-case hex digits, found ${run}`);
  const ledger = settings.ledger === undefined ? ledgerPath(processEnv(), workingFolder()) : absolute(settings.ledger);
  const asked = { run, ledger, places: places.map((given) => artifactAt(given, absolute)), ancestors, strict, note, threads };
  const files = filesOfRun(asked);
  const onArtifact = (index: number, hash: string): void => files.requireSame(index, hash);
  return { ...sealVerb({ ...sealOf(settings), artifacts: files.artifacts, note: files.note, onArtifact }), origin: files.origin };
}

export interface PackVerifySettings {
  /** Checks full schemas, and the self-hashes of sealed lockfiles and nested packs. */
  readonly deep?: boolean;
  /** The pack_id that the caller has kept elsewhere; another one is the finding `UNEXPECTED_ID`. */
  readonly expect?: Digest;
  readonly jobs?: number;
  /** The most bytes that an archive may unpack to; a folder has no limit. */
  readonly maxSize?: number;
}

/** The verdict of `pack verify --json` on a folder or an archive; refusals of the command are thrown. */
export function verifyPack(pack: string, { deep = false, expect, jobs, maxSize }: PackVerifySettings = {}): PackVerifyReport {
  return reportDocument(verifyVerb({ ...givenPath(pack), deep, expect, threads: jobs, maxSize })) as unknown as PackVerifyReport;
}

/** The document of `pack diff --json`. */
export function diffPacks(a: string, b: string): PackDiffReport {
  return diffDocument(diffOpened(open(a), open(b))) as unknown as PackDiffReport;
}

/** Writes a pack as one archive, `.tar` or `.tar.zst` by its name, and its good seals beside it. */
export function exportPack(pack: string, archive: string, { sync = true }: { readonly sync?: boolean } = {}): Omit<MovedPack, 'folder'> {
  return exportVerb({ ...givenPath(pack), archive: givenPath(archive), sync });
}

export interface ImportSettings extends Pick<SealSettings, 'output' | 'jobs' | 'sync'> {
  /** The most bytes to unpack. */
  readonly maxSize?: number;
  /** The pack_id that the caller has kept elsewhere; another pack is refused. */
  readonly expect?: Digest;
}

/** Unpacks an archive into a folder, after all of it was verified, and writes its good seals beside the folder. */
export function importPack(archive: string, { output, maxSize, expect, jobs, sync = true }: ImportSettings = {}): MovedPack {
  return importVerb({ ...givenPath(archive), output: givenTarget(output), maxSize, expect, cwd: workingFolder(), threads: jobs, sync });
}

function open(pack: string): OpenPack {
  const { given, path } = givenPath(pack);
  return { given, place: openPlace(given, path) };
}
