/**
 * `pack import`: unpacks an archive into a staging folder; the manifest must list every entry. Then the whole pack is verified there, and
 * only then does its folder appear. The good seals beside the archive are written beside the folder.
 *
 *     importPack({ given: 'december.tar.zst', path: '/data/december.tar.zst', output: null, cwd, sync: true })
 *       { packId: 'sha256:…', folder: 'pack/sha256:…', memberCount: 5, bytes: 81920 }
 */
import { type Digest, isSha256Digest } from '#core/digest';
import { sizeOfFiles } from '#hashing/watch';
import { heapLimit } from '#threads/heap-limit';
import { noticingInterrupts, throwIfInterrupted } from '#threads/notice-interrupts';
import { MANIFEST_NAME } from '../document.ts';
import { canonicalManifest, type ReadManifest, readManifest } from '../read.ts';
import { badPack } from '../refusals.ts';
import { findManifest } from './archive/manifest.ts';
import { type ArchiveQuestion, readArchive } from './archive/read.ts';
import { commitWithSeals, readDeliveredSeals, requireNoOthers } from './seals/beside.ts';
import { DEFAULT_PARENT, type PackInFolder, type PackTarget, requireFree, requireFreeTarget, stageAt, targetsOf } from './target.ts';
import { type PackCheck, requireValid, verifyPack } from './verify.ts';
import { memberWriter } from './write-member.ts';

export interface PackImport extends ArchiveQuestion, Pick<PackCheck, 'threads' | 'watch' | 'onManifest' | 'expect'> {
  /** Null means `pack/<pack_id>` below `cwd`. */
  readonly output: PackTarget | null;
  readonly cwd: string;
  readonly sync: boolean;
}

export function importPack(question: PackImport): PackInFolder {
  const { given, output, cwd, threads, sync, expect } = question;
  if (output !== null) requireFree(output);
  const declared = readManifest(findManifest(question), given, heapLimit);
  question.onManifest?.(declared);
  requireExpected(given, declared.packId, expect);
  if (output === null && isSha256Digest(declared.packId)) requireFreeTarget({ output, packId: declared.packId, cwd });
  const sealed = { packId: declared.packId, manifest: canonicalManifest(declared) };
  if (isSha256Digest(sealed.packId))
    for (const target of targetsOf({ output, packId: sealed.packId, cwd })) requireNoOthers(target, sealed);
  return noticingInterrupts(() => {
    const staged = stageAt(question, sync);
    try {
      const bytes = unpack(question, declared, staged.path);
      const { manifest, references } = requireValid(
        given,
        verifyPack({ given, path: staged.path, deep: false, threads, expect, watch: question.watch }),
      );
      throwIfInterrupted();
      const packId = manifest.packId as Digest;
      // Over the manifest that was unpacked: the archive may have been replaced since its manifest was read.
      const delivered = readDeliveredSeals(question, { packId, manifest: canonicalManifest(manifest) });
      const { folder, carried, present } = commitWithSeals(staged, { output, packId, cwd }, { seals: delivered.good, sync });
      const seals = { carried, present, leftOut: delivered.bad, unread: 0, error: delivered.error };
      return { packId, folder, memberCount: manifest.members.length, bytes, references: references.files, seals };
    } finally {
      staged.discard();
    }
  });
}

/** A pack with another id is refused before it is unpacked. */
function requireExpected(given: string, packId: string, expect: string | undefined): void {
  if (expect === undefined || packId === expect) return;
  const finding = { code: 'UNEXPECTED_ID', expected: expect, actual: packId } as const;
  throw badPack(given, `expected the pack ${expect}, found ${packId}`, { invalid: [finding] });
}

/** Entries that the manifest does not list are never written. Returns the size of all members. */
function unpack(question: PackImport, { members }: ReadManifest, folder: string): number {
  const { given, output, watch } = question;
  const declared = new Set(members.map(({ path }) => path));
  const writer = memberWriter(folder, output?.given ?? DEFAULT_PARENT);
  const progress = watch?.(members.length, () => sizeOfFiles([question.path]));
  let bytes = 0;
  try {
    readArchive(question, ({ path, size }, body) => {
      const isMember = path !== MANIFEST_NAME;
      if (isMember && !declared.has(path)) throw badPack(given, `expected only what the manifest names, found ${path}`, { entry: path });
      writer(path, body);
      if (!isMember) return;
      bytes += size;
      progress?.advance(1);
    });
    return bytes;
  } finally {
    progress?.done();
  }
}
