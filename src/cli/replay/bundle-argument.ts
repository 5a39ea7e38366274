/** Which bundle a line refers to, and what the ledger records about it. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { shownBelow } from '#disk/path/below';
import { realPath } from '#disk/path/real-path';
import { newHasher } from '#hashing/hashers';
import { COLLECTIONS, SNAPSHOT_FILE } from '#replay/bundle';
import { type FoundBundle, findBundle } from '#replay/ops/find-bundle';
import { type Invocation, UsageError } from '../command.ts';

export function bundleArgument(invocation: Invocation): FoundBundle {
  const [ref, bundle] = [invocation.value('--ref'), invocation.value('--bundle')];
  if (ref === undefined && bundle === undefined) throw new UsageError('a bundle is missing: --ref REF or --bundle DIR');
  const found = findBundle({
    ref,
    bundle,
    data: invocation.value('--data'),
    fixtureRoot: invocation.value('--fixture-root'),
    preferData: invocation.has('--prefer-data'),
    cwd: invocation.context.cwd,
  });
  invocation.record.params = { ...invocation.record.params, ref: found.ref };
  return found;
}

/** The snapshot is the input of the run, with its hash and size where it could be read (W3). */
export function recordSnapshot({ record }: Invocation, { place, attempted }: FoundBundle, bytes: Uint8Array | null): void {
  const folder = place?.given ?? attempted.at(-1);
  if (folder === undefined) return;
  const path = shownBelow(folder, SNAPSHOT_FILE);
  if (bytes === null) return void record.inputs.push({ path, hash: null, bytes: null });
  const hasher = newHasher('blake3');
  hasher.update(bytes);
  record.inputs.push({ path, hash: `blake3:${hasher.digest()}`, bytes: bytes.length });
}

/** Judging evidence must not change it: a result in a bundle could become part of it, or overwrite a part. */
export function refuseOutputInBundle(invocation: Invocation): void {
  const output = invocation.value('--output');
  if (output === undefined || output === '') return;
  const folder = dirname(realPath(invocation.resolve(output)));
  const isCollection = (COLLECTIONS as readonly string[]).includes(basename(folder));
  const bundle = [folder, ...(isCollection ? [dirname(folder)] : [])].find(hasSnapshot);
  if (bundle !== undefined) throw new UsageError(`--output ${output} lies in a bundle; name a file outside of it`);
}

/** A folder that cannot be examined cannot be written to either; the code that writes reports that. */
function hasSnapshot(folder: string): boolean {
  return existsSync(join(folder, SNAPSHOT_FILE));
}
