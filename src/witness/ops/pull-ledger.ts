/**
 * `witness pull`: puts the parts of a ledger in a store together, checks all of them, and writes the ledger to a file, or appends the lines
 * that the file does not have. The file must be a beginning of the ledger, or the ledger of the file. Nothing is written before everything
 * is checked.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Digest } from '#core/digest';
import type { Refusal } from '#core/refusal';
import { acquireLock } from '#disk/lock/kernel-lock';
import { errorCode, osText } from '#disk/os-error';
import { statRegular } from '#disk/path/regular-place';
import { isStillAt } from '#disk/path/same-file';
import { syncFolder } from '#disk/write/whole-file';
import { stageFolder } from '#disk/write/whole-folder';
import { reusedHashers } from '#hashing/hashers';
import { linkNew } from '#store/folder/link-new';
import type { Store } from '#store/store';
import { badStore, diverged, noSuchLedger, severalLedgers, unexpectedLedger, unwritableLedger } from '../refusals.ts';
import { ledgersAmong, rangesWithout, type SegmentName, segmentsOf } from '../segment.ts';
import { verify, type WitnessVerdict } from '../verify.ts';
import { type LedgerFile, ledgerFile, readRange, withLedgerFile } from './ledger-file.ts';
import { linesForward, readAtOf } from './lines.ts';
import { readSegment } from './push-ledger.ts';

export interface LedgerPull {
  /** The absolute path of the file to write or to extend. */
  readonly path: string;
  readonly store: Store;
  /** Which ledger; by default that of the file, or the only one in the store. */
  readonly ledger?: Digest | undefined;
  /** The id of a record that must be in the ledger, or undefined. */
  readonly expect?: string | undefined;
  readonly sync: boolean;
}

export interface PulledLedger {
  readonly ledger: Digest;
  /** What was added to the file. */
  readonly received: { readonly records: number; readonly bytes: number };
  /** What `witness verify` says of the ledger in the store. */
  readonly verdict: WitnessVerdict;
}

const BLOCK = 1 << 20;

export async function pullLedger({ path, store, ledger, expect, sync }: LedgerPull): Promise<PulledLedger> {
  isThere(path);
  const names = await store.documents.list('ledgers');
  const id = ledger ?? (await withLedgerFile(path, async (file) => file?.id ?? null)) ?? onlyLedger(store, names);
  const parts = segmentsOf(names, id);
  const end = parts.reduce((most, part) => Math.max(most, part.end), 0);
  if (end === 0) throw noSuchLedger(store.url, id, ledgersAmong(names));
  const [gap] = rangesWithout(parts, end);
  if (gap !== undefined) throw badStore(store.url, id, `the bytes ${gap.start} to ${gap.end} of the ledger are missing`);
  const staging = refusing(path, () => stageFolder({ parent: dirname(path), name: basename(path) }, { sync }));
  try {
    const staged = join(staging.path, 'ledger');
    const fd = refusing(path, () => openSync(staged, 'wx+', 0o600));
    try {
      await assemble({ fd, store, id, path }, parts);
      const verdict = verify(linesForward(readAtOf(fd), end), reusedHashers(), expect);
      if (verdict.expected?.line === null) throw unexpectedLedger(store.url, id, verdict.expected.id);
      const bytes = refusing(path, () => place({ staged, fd, end, path, sync, store, id }));
      return { ledger: id, received: { records: ledgerFile(fd, end).lines(end - bytes, end), bytes }, verdict };
    } finally {
      closeSync(fd);
    }
  } finally {
    staging.discard();
  }
}

function onlyLedger(store: Store, names: readonly string[]): Digest {
  const [first, ...others] = ledgersAmong(names);
  if (first === undefined) throw noSuchLedger(store.url, null, []);
  if (others.length > 0) throw severalLedgers(store.url, [first, ...others]);
  return first;
}

interface Assembly {
  readonly fd: number;
  readonly store: Store;
  readonly id: Digest;
  readonly path: string;
}

/** Parts that overlap must agree, and each states the hash of everything before its end. */
async function assemble({ fd, store, id, path }: Assembly, parts: readonly SegmentName[]): Promise<void> {
  const twoVersions = (): Refusal => diverged('two versions', { path: null, store: store.url, ledger: id });
  const hash = createHash('sha256');
  let size = 0;
  for (const part of parts) {
    const { start, end, bytes, prefix } = await readSegment(store, part);
    const known = Math.min(size, end) - start;
    if (known > 0 && Buffer.compare(readRange(fd, start, start + known), bytes.subarray(0, known)) !== 0) throw twoVersions();
    const rest = bytes.subarray(known);
    refusing(path, () => writeAll(fd, rest));
    hash.update(rest);
    size += rest.length;
    const digest = end === size ? `sha256:${hash.copy().digest('hex')}` : ledgerFile(fd, size).digest(0, end);
    if (digest !== prefix) throw twoVersions();
  }
  if (ledgerFile(fd, size).id !== id) throw badStore(store.url, id, 'a ledger with another first line');
}

interface Placing extends Assembly {
  readonly staged: string;
  readonly end: number;
  readonly sync: boolean;
}

/** A pipe, a device or a folder is refused, and never opened. */
function isThere(path: string): boolean {
  try {
    return statRegular(path) !== null;
  } catch (error) {
    throw unwritableLedger(path, osText(error));
  }
}

/** Returns how many bytes were added. */
function place({ staged, fd, end, path, sync, store, id }: Placing): number {
  if (sync) fsyncSync(fd);
  for (;;) {
    if (!isThere(path)) {
      if (!linkNew(staged, path)) {
        // Another run has written it, or it is a link that leads nowhere.
        if (!isThere(path)) throw unwritableLedger(path, 'Exists and is not a file');
        continue;
      }
      if (sync) syncFolder(dirname(path));
      return end;
    }
    const added = extend(path, ledgerFile(fd, end), { sync, store, id });
    if (added !== null) return added;
  }
}

/** Returns null if the file was replaced before the lock was acquired. */
function extend(path: string, whole: LedgerFile, { sync, store, id }: Pick<Placing, 'sync' | 'store' | 'id'>): number | null {
  const fd = openSync(path, constants.O_RDWR | constants.O_APPEND | (constants.O_NONBLOCK ?? 0));
  try {
    const lock = acquireLock(fd, { shared: false, waitMs: 30_000 });
    try {
      if (!isStillAt(path, fd)) return null;
      const { size } = fstatSync(fd);
      const own = ledgerFile(fd, size);
      for (let at = 0; at < Math.min(size, whole.end); at += BLOCK) {
        const stop = Math.min(at + BLOCK, size, whole.end);
        if (Buffer.compare(own.read(at, stop), whole.read(at, stop)) !== 0)
          throw diverged('rewritten', { path, store: store.url, ledger: id });
      }
      if (size >= whole.end) return 0;
      appendRest(fd, size, whole);
      if (sync) fsyncSync(fd);
      return whole.end - size;
    } finally {
      lock.release();
    }
  } finally {
    closeSync(fd);
  }
}

/** A file that cannot take all of it is left as it was. */
function appendRest(fd: number, size: number, whole: LedgerFile): void {
  try {
    for (let at = size; at < whole.end; at += BLOCK) writeAll(fd, whole.read(at, Math.min(at + BLOCK, whole.end)));
  } catch (error) {
    ftruncateSync(fd, size);
    throw error;
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}

function refusing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw errorCode(error) === undefined ? error : unwritableLedger(path, osText(error));
  }
}
