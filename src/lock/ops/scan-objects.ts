/** `lock --scan s3://…`: as `scan.ts`, for the objects below a URL. The lock has the same bytes as that of the same files on a disk. */
import { version } from '#installation/paths';
import { eachInOrder } from '#store/tree/in-order';
import type { ObjectTree, ReadObject } from '#store/tree/tree';
import { describeObjectFailure } from '#stream/ops/hash-objects';
import { type ObjectEntry, objectEntries } from '#stream/ops/scan-objects';
import { scanScope } from '#stream/ops/scan-root';
import { readWarning, type Warning } from '#stream/warnings';
import type { LockDraft } from '../create.ts';
import { emptyScan } from '../refusals.ts';
import type { Scan } from './scan.ts';

export interface ObjectScan extends Omit<Scan, 'root' | 'threads' | 'onLink'> {
  readonly tree: ObjectTree;
  /** Called for each member, in the order of the lock, with the ETag that it was read with; null where the answer had none. */
  readonly onRead?: ((etag: string | null) => void) | undefined;
}

interface Skip {
  readonly kind: 'skip';
  readonly warning: Warning;
}

/** Refuses a tree without objects. A shard of it may have none. */
export async function lockObjects(draft: LockDraft, scan: ObjectScan): Promise<void> {
  const { tree, algorithm, onFile } = scan;
  for (const tool of ['vacuum', 'hash']) draft.toolVersions.add(tool, version);
  draft.scope.set(scanScope(scan));
  await eachInOrder<ObjectEntry, ReadObject | Skip>(objectEntries(tree, scan), {
    width: tree.pace.width,
    ask: ({ object, skip }) => (skip === null ? tree.read(object, algorithm) : { kind: 'skip', warning: skip }),
    deliver({ relativePath, object }, found) {
      if (found.kind === 'read') {
        draft.addFile(relativePath, algorithm, found.hex, found.size);
        scan.onRead?.(found.isUnnamed === true ? null : object.etag);
      } else {
        const warning = found.kind === 'skip' ? found.warning : readWarning(relativePath, describeObjectFailure(found, object.size));
        draft.addSkipped(relativePath, [{ ...warning }]);
        scan.onSkip?.(relativePath, warning);
      }
      onFile?.();
    },
  });
  if (draft.members.count + draft.skipped.count > 0 || scan.keeps !== undefined || scan.range !== undefined) return;
  throw emptyScan(tree.url, scan.filter.include.length + scan.filter.exclude.length > 0);
}
