/**
 * Evidence packs as typed functions: the same verbs as the command line, to the same bytes.
 *
 *     const { packId, folder } = sealPack(['december.lock.json', 'reports'], { note: 'December', output: 'evidence/december' });
 *     verifyPack(folder, { deep: true }).outcome     'OK'
 */

import type { Digest } from '#core/digest';
import { workingFolder } from '#disk/path/working-folder';
import { version } from '#installation/paths';
import { diffDocument } from '#pack/diff';
import { artifactAt } from '#pack/ops/collect';
import { diffPacks as diffOpened } from '#pack/ops/diff';
import { exportPack as exportVerb } from '#pack/ops/export';
import { importPack as importVerb } from '#pack/ops/import';
import { openPlace } from '#pack/ops/place';
import type { OpenPack } from '#pack/ops/read-members';
import { sealPack as sealVerb } from '#pack/ops/seal';
import { verifyPack as verifyVerb } from '#pack/ops/verify';
import { reportDocument } from '#pack/report';
import { createdFrom } from './created-from.ts';
import type { PackDiffReport, PackVerifyReport } from './pack-reports.ts';
import { absolute, placed, placedTarget } from './placed.ts';

export interface SealSettings {
  /** Folder to create; `pack/<pack_id>` by default. */
  readonly output?: string;
  readonly note?: string;
  /** RFC 3339 text or a date; the clock by default. */
  readonly created?: string | Date;
  /** What the manifest names as the version that sealed it; this version by default. */
  readonly toolVersion?: string;
  readonly jobs?: number;
  /** False does not wait for the disk. */
  readonly sync?: boolean;
}

/** A pack in a folder, whole. */
export interface PackFolder {
  readonly packId: Digest;
  readonly folder: string;
  readonly memberCount: number;
  /** Of all members. */
  readonly bytes: number;
}

export interface NewPack extends PackFolder {
  /** Members that are not what they seem, such as a refusal in the place of a lockfile. */
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}

/** Files and folders into one pack; refuses as `pack seal` does. */
export function sealPack(artifacts: readonly string[], settings: SealSettings = {}): NewPack {
  return sealVerb({
    artifacts: artifacts.map((given) => artifactAt(given, absolute)),
    output: placedTarget(settings.output),
    cwd: workingFolder(),
    note: settings.note ?? null,
    created: createdFrom(settings.created ?? new Date()),
    toolVersion: settings.toolVersion ?? version,
    threads: settings.jobs,
    sync: settings.sync ?? true,
  });
}

export interface PackVerifySettings {
  /** Full schemas, and the self-hashes of sealed lockfiles and nested packs. */
  readonly deep?: boolean;
  /** The pack_id that was kept elsewhere; another one is the finding `UNEXPECTED_ID`. */
  readonly expect?: Digest;
  readonly jobs?: number;
  /** Bytes of an archive to unpack at most; a folder has no limit. */
  readonly maxSize?: number;
}

/** The verdict of `pack verify --json` on a folder or an archive; what the command refuses is thrown. */
export function verifyPack(pack: string, { deep = false, expect, jobs, maxSize }: PackVerifySettings = {}): PackVerifyReport {
  return reportDocument(verifyVerb({ ...placed(pack), deep, expect, threads: jobs, maxSize })) as unknown as PackVerifyReport;
}

/** The document of `pack diff --json`. */
export function diffPacks(a: string, b: string): PackDiffReport {
  return diffDocument(diffOpened(open(a), open(b))) as unknown as PackDiffReport;
}

/** A pack as one archive, `.tar` or `.tar.zst` by its name. */
export function exportPack(pack: string, archive: string, { sync = true }: { readonly sync?: boolean } = {}): Omit<PackFolder, 'folder'> {
  return exportVerb({ ...placed(pack), archive: placed(archive), sync });
}

export interface ImportSettings extends Pick<SealSettings, 'output' | 'jobs' | 'sync'> {
  /** Bytes to unpack at most. */
  readonly maxSize?: number;
  /** The pack_id that was kept elsewhere; another pack is refused. */
  readonly expect?: Digest;
}

/** An archive into a folder, after all of it was verified. */
export function importPack(archive: string, { output, maxSize, expect, jobs, sync = true }: ImportSettings = {}): PackFolder {
  return importVerb({ ...placed(archive), output: placedTarget(output), maxSize, expect, cwd: workingFolder(), threads: jobs, sync });
}

function open(pack: string): OpenPack {
  const { given, path } = placed(pack);
  return { given, place: openPlace(given, path) };
}
