/**
 * `--receipt FILE` for the objects of a store: `lock --scan` writes the ETags with which they were read, `lock verify` compares them.
 *
 *     lock --scan s3://evidence/2025 --output d.lock.json --receipt d.receipt
 *     lock verify d.lock.json --root s3://evidence/2025 --receipt d.receipt --strength etag-unchanged
 */
import { headCommand } from '#core/shell-words';
import { writeRemedy } from '#core/write-remedy';
import { errorCode, osText } from '#disk/os-error';
import { statIfThere } from '#disk/path/stat-if-there';
import { withGivenFile } from '#disk/read/given-file';
import { writeWhole } from '#disk/write/whole-file';
import { version } from '#installation/paths';
import type { Lock } from '#lock/document';
import { emitReceipt, NotAReceipt, type ReceiptRow, readReceipt } from '#lock/receipt/document';
import { cannotAccess, receiptExists } from '#lock/refusals';
import type { JudgedLock } from '#lock/verify';
import { isObjectRoot } from '#stream/object';
import { type Invocation, UsageError } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';
import { escapeControls } from '../output.ts';

export interface NewReceipt {
  /** The next member was read with this ETag. */
  readonly onRead: (etag: string | null) => void;
  write(lock: Lock, lockHash: string): void;
}

/** Refuses to replace anything but a receipt, before any work. */
export function newReceipt(invocation: Invocation, scanned: string | undefined): NewReceipt {
  const file = invocation.value('--receipt') as string;
  if (scanned === undefined || !isObjectRoot(scanned) || invocation.has('--shard'))
    throw new UsageError('--receipt needs --scan with the URL of a store, without --shard');
  const path = invocation.resolve(file);
  if (statIfThere(path) !== undefined) requireReceipt(file, path);
  const etags: (string | null)[] = [];
  return {
    onRead: (etag) => void etags.push(etag),
    write({ created, members }, lockHash) {
      const head = {
        lockHash,
        created,
        root: scanned,
        memberCount: members.count,
        strength: { read: members.count },
        toolVersion: version,
      };
      try {
        writeWhole(path, (write) => emitReceipt(head, rowsOf(members, etags), write), { sync: !invocation.has('--no-sync') });
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        throw cannotAccess(`cannot write receipt — ${osText(error)}`, file, osText(error), writeRemedy(file, errorCode(error)));
      }
    },
  };
}

/** Objects are read in the order of the lock. */
function* rowsOf(members: Lock['members'], etags: readonly (string | null)[]): Generator<ReceiptRow, void, undefined> {
  for (const [index, etag] of etags.entries()) yield { path: members.path(index), strength: 'read', ...(etag === null ? {} : { etag }) };
}

function requireReceipt(file: string, path: string): void {
  try {
    withGivenFile(path, ({ source }) => readReceipt(source));
  } catch (error) {
    if (!(error instanceof NotAReceipt) && errorCode(error) === undefined) throw error;
    throw receiptExists(file, error instanceof NotAReceipt ? error.message : osText(error), headCommand(file));
  }
}

/** The ETags of members that were read, by path. A receipt that cannot be used is none: the members are then checked in a stronger way. */
export function knownEtags(invocation: Invocation, { lockHash }: JudgedLock): ReadonlyMap<string, string> | null {
  const file = invocation.value('--receipt');
  if (file === undefined) return null;
  try {
    return readFileArgument(invocation, file, (source) => {
      const receipt = readReceipt(source);
      if (receipt.lockHash !== lockHash.stored) throw new NotAReceipt('it is about another lock');
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
