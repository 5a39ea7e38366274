/**
 * `--receipt FILE`: `lock --scan` writes how each member was established, for the objects of a store also the ETags with which they were
 * read; `lock verify` compares these.
 *
 *     lock --scan data --since old.lock.json --output d.lock.json --receipt d.receipt
 *     lock --scan s3://evidence/2025 --output d.lock.json --receipt d.receipt
 *     lock verify d.lock.json --root s3://evidence/2025 --receipt d.receipt --strength etag-unchanged
 */
import { errorCode, osText } from '#disk/os-error';
import { version } from '#installation/paths';
import type { Lock } from '#lock/document';
import { openReceipt } from '#lock/ops/receipt-file';
import { NotAReceipt, type ReceiptRow, readReceipt } from '#lock/receipt/document';
import type { Established } from '#lock/receipt/established';
import type { JudgedLock } from '#lock/verify';
import { isObjectRoot, isSameObjectRoot } from '#stream/object';
import { type Invocation, UsageError } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';
import { escapeControls } from '../output.ts';
import { namesPlace } from './named-place.ts';

export interface NewReceipt {
  /** The next member was read with this ETag. */
  readonly onRead: (etag: string | null) => void;
  /** `established` is null where everything was read. */
  write(lock: Lock, lockHash: string, established: Established | null): void;
}

/** Refuses to replace anything but a receipt, before any work. */
export function newReceipt(invocation: Invocation, scanned: string | undefined): NewReceipt {
  const given = invocation.value('--receipt') as string;
  if (scanned === undefined || invocation.has('--shard')) throw new UsageError('--receipt needs --scan, without --shard');
  const path = invocation.resolve(given);
  const other = ['--output', '--cache-file'].find((flag) => namesPlace(invocation, flag, path));
  if (other !== undefined) throw new UsageError(`--receipt and ${other} name the same file`);
  const place = openReceipt({ given, path, root: isObjectRoot(scanned) ? null : invocation.resolve(scanned) });
  const etags: (string | null)[] = [];
  return {
    onRead: (etag) => void etags.push(etag),
    write({ created, members }, lockHash, established) {
      const strength = established?.counts ?? { read: members.count };
      const head = { lockHash, created, root: scanned, memberCount: members.count, strength, toolVersion: version };
      place.write(head, established?.rows(members) ?? rowsOf(members, etags), { sync: !invocation.has('--no-sync') });
    },
  };
}

/** Everything was read. A file has no ETag. */
function* rowsOf(members: Lock['members'], etags: readonly (string | null)[]): Generator<ReceiptRow, void, undefined> {
  for (const index of members.order()) {
    const etag = etags[index] ?? null;
    yield { path: members.path(index), strength: 'read', ...(etag === null ? {} : { etag }) };
  }
}

/** The ETags of members that were read, by path. A receipt that cannot be used is none: the members are then checked in a stronger way. */
export function knownEtags(invocation: Invocation, { lockHash }: JudgedLock, url: string): ReadonlyMap<string, string> | null {
  const file = invocation.value('--receipt');
  if (file === undefined) return null;
  try {
    return readFileArgument(invocation, file, (source) => {
      const receipt = readReceipt(source);
      if (receipt.lockHash !== lockHash.stored) throw new NotAReceipt('it is about another lock');
      // An ETag names a version of an object in its own place only.
      if (!isSameObjectRoot(receipt.root, url)) throw new NotAReceipt(`it is about ${receipt.root}`);
      const etags = new Map<string, string>();
      for (const { path, strength, etag } of receipt.rows) if (strength === 'read' && etag !== undefined) etags.set(path, etag);
      return etags;
    });
  } catch (error) {
    if (!(error instanceof NotAReceipt) && errorCode(error) === undefined) throw error;
    const reason = error instanceof NotAReceipt ? error.message : osText(error);
    invocation.say(escapeControls(`warning: the receipt ${file} is not used: ${reason}`));
    return null;
  }
}
