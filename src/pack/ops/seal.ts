/**
 * `pack seal`: makes one evidence pack from files and folders. The files are copied and hashed in one read, into a staging folder beside
 * the target. Then the manifest is written and the folder is renamed, so the pack appears completely or not at all. The same inputs, note,
 * time and version always give the same `pack_id`.
 *
 *     sealPack({ artifacts: [{ given: 'reports', path: '/data/reports' }], output: null, cwd: '/data', note: null, created, … })
 *       { packId: 'sha256:…', folder: 'pack/sha256:…', memberCount: 5, bytes: 81920 }
 */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Digest } from '#core/digest';
import { isInside, realPath } from '#disk/path/real-path';
import { writeAll } from '#disk/write/write-all';
import { newHasher } from '#hashing/hashers';
import { sizeOfFiles, type Watch } from '#hashing/watch';
import { interruptible, whenInterrupted } from '#threads/interruptible';
import { MANIFEST_NAME, type Manifest, sealManifest } from '../document.ts';
import { insideInput } from '../refusals.ts';
import { type Artifact, type Collected, collectMembers } from './collect.ts';
import { copyMembers } from './copy.ts';
import { rememberFolders, type WalkedFolders } from './folder/unchanged-folders.ts';
import { cannotWrite, cleanTarget, commitPack, DEFAULT_PARENT, type PackTarget, requireFree, stageAt } from './target.ts';

export interface PackSeal extends Pick<Manifest, 'created' | 'note' | 'toolVersion'> {
  readonly artifacts: readonly Artifact[];
  /** Null means `pack/<pack_id>` below `cwd`. */
  readonly output: PackTarget | null;
  readonly cwd: string;
  readonly threads?: number | undefined;
  readonly sync: boolean;
  readonly watch?: Watch;
  /** For the ledger: called with the hash and size of each artifact that is a file. `index` is its index among the artifacts. */
  readonly onArtifact?: (index: number, hash: Digest, bytes: number) => void;
}

export interface SealedPack {
  readonly packId: Digest;
  /** The folder as it was typed, or the default folder. */
  readonly folder: string;
  readonly memberCount: number;
  /** The size of all members together. */
  readonly bytes: number;
  /** In the order of the members. */
  readonly warnings: readonly SealWarning[];
}

/** A warning about a member that is not what it seems to be. */
export interface SealWarning {
  readonly path: string;
  readonly message: string;
}

export function sealPack(seal: PackSeal): SealedPack {
  const { collected, folders } = beginSeal(seal);
  return sealCollected(seal, collected, folders);
}

/** Finds the files, and refuses a target that cannot be used. Nothing is copied yet. */
export function beginSeal(seal: PackSeal): { readonly collected: readonly Collected[]; readonly folders: WalkedFolders } {
  const { output } = seal;
  if (output !== null) requireOutside(seal.artifacts, output);
  cleanTarget(seal);
  const folders = rememberFolders();
  const collected = interruptible(() => collectMembers(seal.artifacts, folders));
  if (output !== null) requireFree(output);
  return { collected, folders };
}

/** Copies the files and makes the pack from them. */
export function sealCollected(seal: PackSeal, collected: readonly Collected[], folders: WalkedFolders): SealedPack {
  // A signal between two interruptible steps has no effect; without this it would end the process and leave the staging.
  const release = whenInterrupted(() => {}, ['SIGINT']);
  try {
    return copyAndCommit(seal, collected, folders);
  } finally {
    release();
  }
}

function copyAndCommit(seal: PackSeal, collected: readonly Collected[], folders: WalkedFolders): SealedPack {
  const { output, created, note, toolVersion } = seal;
  const staged = stageAt(seal, seal.sync);
  try {
    let bytes = 0;
    const warnings: SealWarning[] = [];
    const progress = seal.watch?.(collected.length, () => sizeOfFiles(collected.map(({ file }) => file)));
    try {
      const members = copyMembers(collected, {
        folder: staged.path,
        output: output?.given ?? DEFAULT_PARENT,
        threads: seal.threads,
        alsoBlake3: seal.onArtifact !== undefined,
        onDoubt: (path, message) => warnings.push({ path, message }),
        onCopied({ argument }, { blake3, size }) {
          bytes += size;
          if (argument !== null) seal.onArtifact?.(argument, `blake3:${blake3}`, size);
          progress?.advance(1);
        },
      });
      const packId = interruptible(() => {
        folders.requireSame();
        const sealed = sealManifest({ created, note, toolVersion, members }, newHasher);
        writeManifest(staged.path, sealed.runs, seal);
        return sealed.packId;
      });
      const folder = commitPack(staged, { output, packId, cwd: seal.cwd });
      return { packId, folder, memberCount: members.length, bytes, warnings };
    } finally {
      progress?.done();
    }
  } finally {
    staged.discard();
  }
}

/** The next seal of that folder would also seal this pack. */
function requireOutside(artifacts: readonly Artifact[], { given, path }: PackTarget): void {
  const around = artifacts.find((artifact) => isInside(artifact.path, path) && realPath(artifact.path) !== realPath(path));
  if (around !== undefined) throw insideInput(given, around.given);
}

function writeManifest(folder: string, runs: readonly Uint8Array[], { output }: PackSeal): void {
  try {
    const fd = openSync(join(folder, MANIFEST_NAME), 'wx');
    try {
      for (const bytes of runs) writeAll(fd, bytes);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw cannotWrite(output?.given ?? DEFAULT_PARENT, error);
  }
}
