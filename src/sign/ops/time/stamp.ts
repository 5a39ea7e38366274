/**
 * Timestamps for what somebody signed. A token is over the bytes of one signature and lies with it in the seals file, so that it cannot be
 * mistaken for the time of another; a file without seals gets a timestamp of its own bytes beside it, `NAME.tsr`.
 *
 *     await stamp({ given: 'dec.lock.json', path: '/data/dec.lock.json' }, { authority, again: false, sync: true })
 */
import { hash } from 'node:crypto';
import { encodeUtf8 } from '#core/bytes/utf8';
import { errorCode, osText } from '#disk/os-error';
import { isTaken } from '#disk/path/is-taken';
import { statIfThere } from '#disk/path/stat-if-there';
import { writeWhole } from '#disk/write/whole-file';
import { BadEnvelope, type Envelope, formatEnvelope, parseEnvelope } from '../../dsse.ts';
import { cannotAddSeal, cannotReadSigned } from '../../refusals.ts';
import type { JudgedTimestamp } from '../../time/judge.ts';
import { hasTimestamp, noSeal } from '../../time/refusals.ts';
import { changeSeals, readSealLines, sealsPathOf, shownSealsOf } from '../seals-file.ts';
import { readSignedFile } from '../signed-file.ts';
import type { Authority, ReceivedTimestamp } from './authority.ts';

export interface StampPlace {
  readonly given: string;
  readonly path: string;
}

export interface Stamping {
  readonly authority: Authority;
  /** Also signatures that have a timestamp get another one. */
  readonly again: boolean;
  readonly sync: boolean;
}

export interface Stamped {
  /** The place that keeps it, as shown: a line of the seals file after a colon, or `NAME.tsr`. */
  readonly path: string;
  readonly judged: JudgedTimestamp;
}

export interface StampResult {
  readonly stamped: readonly Stamped[];
  /** Lines whose signatures have a timestamp already. */
  readonly kept: number;
  /** Lines of others: to write them again would change their spelling. */
  readonly left: readonly string[];
  /** `sha256:` and hex of the file, where it was read. */
  readonly digest: string | null;
}

const TIMESTAMP_SUFFIX = '.tsr';

/** Seals where there are some, else the file itself. Throws `Refusal`. */
export async function stamp(place: StampPlace, stamping: Stamping): Promise<StampResult> {
  return isTaken(sealsPathOf(place.path)) ? stampSeals(place, stamping) : stampFile(place, stamping);
}

/** For each seal without its timestamps, the token for each of its signatures. */
type Received = Map<string, readonly (Uint8Array | null)[]>;

async function stampSeals({ given, path }: StampPlace, { authority, again, sync }: Stamping): Promise<StampResult> {
  const shown = shownSealsOf(given);
  const file = sealsPathOf(path);
  const lines = orRefusal(shown, cannotReadSigned, () => readSealLines(file));
  const stamped: Stamped[] = [];
  const left: string[] = [];
  const received: Received = new Map();
  let kept = 0;
  for (const [index, line] of lines.entries()) {
    const envelope = ownEnvelope(line);
    const at = `${shown}:${index + 1}`;
    if (envelope === null) left.push(at);
    else {
      const wanted = envelope.signatures.map(({ timestamps }) => again || timestamps.length === 0);
      if (!wanted.includes(true)) kept++;
      const answers: (ReceivedTimestamp | null)[] = [];
      for (const [which, { sig }] of envelope.signatures.entries())
        answers.push(wanted[which] === true ? await authority.stamp(sha256(sig)) : null);
      received.set(
        withoutTimestamps(envelope),
        answers.map((answer) => answer?.token ?? null),
      );
      for (const answer of answers) if (answer !== null) stamped.push({ path: at, judged: answer.judged });
    }
  }
  if (lines.length === left.length) throw noSeal(given, `${shown} has no seal that custody wrote`);
  if (stamped.length > 0) orRefusal(shown, cannotAddSeal, () => changeSeals(file, (now) => withTokens(now, received), { sync }));
  return { stamped, kept, left, digest: null };
}

/** Null for a line that would be written in another way: it is not ours to change. */
function ownEnvelope(line: string): Envelope | null {
  try {
    const envelope = parseEnvelope(encodeUtf8(line));
    return formatEnvelope(envelope) === line ? envelope : null;
  } catch (error) {
    if (error instanceof BadEnvelope) return null;
    throw error;
  }
}

/** Others may have added lines or timestamps while the authority was asked. What they removed is not put back. */
function withTokens(lines: readonly string[], received: Received): readonly string[] {
  return lines.map((line) => {
    const envelope = ownEnvelope(line);
    const tokens = envelope === null ? undefined : received.get(withoutTimestamps(envelope));
    if (envelope === null || tokens === undefined) return line;
    const signatures = envelope.signatures.map((signature, index) => {
      const token = tokens[index] ?? null;
      return token === null ? signature : { ...signature, timestamps: [...signature.timestamps, token] };
    });
    return formatEnvelope({ ...envelope, signatures });
  });
}

function withoutTimestamps(envelope: Envelope): string {
  return formatEnvelope({ ...envelope, signatures: envelope.signatures.map((signature) => ({ ...signature, timestamps: [] })) });
}

async function stampFile({ given, path }: StampPlace, { authority, sync }: Stamping): Promise<StampResult> {
  const [shown, target] = [given, path].map((name) => `${name}${TIMESTAMP_SUFFIX}`) as [string, string];
  if (statIfThere(path)?.isDirectory() === true) throw noSeal(given, 'it is a folder without seals; custody sign makes one');
  if (isTaken(target)) throw hasTimestamp(shown);
  const { sha256: read, digest } = orRefusal(given, cannotReadSigned, () => readSignedFile(path, { hashes: [], isWhole: false }));
  const { reply, judged } = await authority.stamp(digest('sha256'));
  try {
    writeWhole(target, reply, { sync, mustBeNew: true });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw hasTimestamp(shown);
    throw errorCode(error) === undefined ? error : cannotAddSeal(shown, osText(error));
  }
  return { stamped: [{ path: shown, judged }], kept: 0, left: [], digest: read };
}

function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

function orRefusal<T>(shown: string, refusal: (path: string, error: string) => Error, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw errorCode(error) === undefined ? error : refusal(shown, osText(error));
  }
}
