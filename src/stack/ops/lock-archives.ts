/**
 * The archives of lawpacks that are at hand when a lock is made, each held against the lawpack's lock: digest, bytes and components. One that
 * differs is refused; one that is nowhere is a warning, as its digest then rests on the lawpack's lock alone, and a place that is pinned will
 * be found empty.
 */
import { isRelPath } from '#core/path/rel-path';
import type { LawpackFacts } from '../inputs/facts.ts';
import type { LawpackPrefix } from '../lawpack/lawpack.ts';
import { type LawpackLock, readLawpackLock } from '../lawpack/lawpack-lock.ts';
import { badLawpack } from '../refusals.ts';
import type { StackTree } from './gather/tree.ts';

/** The warnings. Throws `E_BAD_LAWPACK`. */
export async function checkArchives(tree: StackTree, lawpacks: readonly LawpackFacts[], prefix: LawpackPrefix): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const lawpack of lawpacks) {
    const places = lawpack.artifactPaths.filter((path) => isRelPath(path) && tree.has(path));
    for (const place of places) await checkArchive(tree, lawpack, { place, prefix });
    const id = `${lawpack.jurisdictionId}:${lawpack.domain}`;
    const lock = tree.show(lawpack.lock.place);
    const verified = lawpack.artifactPath === null ? '' : `, and verify will not find ${lawpack.artifactPath}`;
    if (places.length === 0) warnings.push(`archive of lawpack ${id} is not at hand, its digest is taken from ${lock}${verified}`);
  }
  return warnings;
}

interface Archive {
  readonly place: string;
  readonly prefix: LawpackPrefix;
}

async function checkArchive(tree: StackTree, lawpack: LawpackFacts, { place, prefix }: Archive): Promise<void> {
  const { checkLawpack } = await import('./lawpack-archive.ts');
  const { bytes } = tree.file({ what: 'lawpack archive', path: place, folder: '', by: tree.show(lawpack.lock.place) });
  const lock = readLawpackLock(lawpack.lock.value) as { readonly value: LawpackLock };
  const { findings } = await checkLawpack(bytes, lock.value, prefix);
  if (findings.length === 0) return;
  throw badLawpack(
    tree.show(place),
    findings.map(({ field, path, expected, actual, message }) => ({
      at: path === null ? field : `${field} ${path}`,
      message: `${message}: expected ${expected ?? 'none'}, found ${actual ?? 'none'}`,
    })),
  );
}
