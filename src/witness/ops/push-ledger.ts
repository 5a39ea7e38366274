/**
 * `witness push`: sends the lines of the ledger that a store does not have yet, as parts that are never replaced. What the store has of this
 * ledger must be a beginning of it: a ledger that is shorter, or was rewritten, is refused. A push that was killed has sent whole parts; the
 * next one sends the rest.
 */
import type { Digest } from '#core/digest';
import { newHasher } from '#hashing/hashers';
import type { Store } from '#store/store';
import { badStore, brokenLedger, diverged, noLedger, otherLedger } from '../refusals.ts';
import {
  formatSegment,
  markOf,
  maxDocumentLength,
  parseSegment,
  parseSegmentName,
  rangesWithout,
  SEGMENT_LENGTH,
  type Segment,
  type SegmentName,
  segmentName,
  segmentsOf,
} from '../segment.ts';
import { type LedgerFile, withLedgerFile } from './ledger-file.ts';
import { verifyLedger } from './verify.ts';

export interface LedgerPush {
  /** The absolute path of the ledger. */
  readonly path: string;
  readonly store: Store;
  /** The id that the ledger must have, or undefined. */
  readonly ledger?: Digest | undefined;
}

export interface PushedLedger {
  readonly ledger: Digest;
  /** The lines of the ledger that are in the store now. */
  readonly records: number;
  readonly sent: { readonly records: number; readonly bytes: number };
  /** The bytes of a line without its newline, which stay behind. */
  readonly torn: number;
  /** The id of the last record, or null if that has no newline yet. */
  readonly last: string | null;
}

export async function pushLedger({ path, store, ledger }: LedgerPush): Promise<PushedLedger> {
  const { findings, last, lines } = verifyLedger(path);
  const broken = findings.find(({ reason }) => reason !== 'TORN');
  if (broken !== undefined) throw brokenLedger(path, broken);
  // The names are read before the ledger: whatever another push has sent by then is in the ledger, too.
  const names = await store.documents.list('ledgers');
  return withLedgerFile(path, async (file) => {
    if (file === null || file.id === null) throw noLedger(path, file !== null);
    if (ledger !== undefined && ledger !== file.id) throw otherLedger(path, { expected: ledger, actual: file.id });
    const place: Place = { file, id: file.id, path, store };
    const parts = segmentsOf(names, file.id);
    requireBeginning(place, parts);
    await requireWholeBeginning(place, parts);
    const sent = await send(place, rangesWithout(parts, file.end));
    await requireSameLines(place, segmentsOf(await store.documents.list('ledgers'), file.id));
    return {
      ledger: file.id,
      records: file.lines(0, file.end),
      sent,
      torn: file.torn,
      last: file.torn > 0 && last?.line === lines ? null : (last?.id ?? null),
    };
  });
}

interface Place {
  readonly file: LedgerFile;
  readonly id: Digest;
  readonly path: string;
  readonly store: Store;
}

/** By the names of the parts. */
function requireBeginning({ file, path, store, id }: Place, parts: readonly SegmentName[]): void {
  for (const { start, end, mark } of parts) {
    if (end > file.end) throw diverged('shorter', { path, store: store.url, ledger: id });
    if (markOf(file.digest(start, end)) !== mark) throw diverged('rewritten', { path, store: store.url, ledger: id });
  }
}

/** By the whole hash of everything before the end of the last part. */
async function requireWholeBeginning(place: Place, parts: readonly SegmentName[]): Promise<void> {
  const last = parts.reduce<SegmentName | undefined>((far, part) => (far === undefined || part.end > far.end ? part : far), undefined);
  if (last === undefined) return;
  const { prefix } = await readSegment(place.store, last);
  if (prefix !== place.file.digest(0, last.end))
    throw diverged('rewritten', { path: place.path, store: place.store.url, ledger: place.id });
}

/** Another run may have sent other lines in the meantime. A longer part is of a run that saw more of the ledger, and begins with the same lines. */
async function requireSameLines(place: Place, parts: readonly SegmentName[]): Promise<void> {
  const { file, path, store, id } = place;
  const isLonger = ({ end }: SegmentName): boolean => end > file.end;
  requireBeginning(
    place,
    parts.filter((part) => !isLonger(part)),
  );
  for (const part of parts.filter((each) => isLonger(each) && each.start < file.end)) {
    const { bytes } = await readSegment(store, part);
    if (Buffer.compare(bytes.subarray(0, file.end - part.start), file.read(part.start, file.end)) !== 0)
      throw diverged('rewritten', { path, store: store.url, ledger: id });
  }
}

/** Refuses a part that is not what its name says. */
export async function readSegment(store: Store, part: SegmentName): Promise<Segment> {
  const document = await store.documents.read('ledgers', part.name, maxDocumentLength(part));
  if (document === undefined) throw badStore(store.url, part.name, 'nothing');
  const segment = parseSegment(document, part, newHasher);
  if (typeof segment === 'string') throw badStore(store.url, part.name, segment);
  return segment;
}

async function send(place: Place, ranges: readonly { readonly start: number; readonly end: number }[]): Promise<PushedLedger['sent']> {
  const { file } = place;
  const prefixOf = file.prefixes();
  let [records, bytes] = [0, 0];
  for (const range of ranges) {
    for (let start = range.start; start < range.end; ) {
      const end = file.lineEnd(start, Math.min(start + SEGMENT_LENGTH, range.end));
      await sendPart(place, { ledger: place.id, start, end, prefix: prefixOf(end), bytes: file.read(start, end) });
      records += file.lines(start, end);
      bytes += end - start;
      start = end;
    }
  }
  return { records, bytes };
}

async function sendPart({ store }: Place, segment: Segment): Promise<void> {
  const hasher = newHasher('sha256');
  hasher.update(segment.bytes);
  const digest: Digest = `sha256:${hasher.digest()}`;
  const name = segmentName(segment, digest);
  if ((await store.documents.create('ledgers', name, formatSegment(segment, digest))) === 'created') return;
  const there = await readSegment(store, parseSegmentName(name) as SegmentName);
  if (Buffer.compare(there.bytes, segment.bytes) !== 0) throw badStore(store.url, name, 'other lines');
}
