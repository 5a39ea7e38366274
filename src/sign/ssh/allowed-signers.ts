/**
 * The list of signers of OpenSSH, `allowed_signers`: whose key is whose, for what and until when.
 *
 *     alice@example.com namespaces="file,lock@*",valid-before="20300101Z" ssh-ed25519 AAAAC3Nz… a comment
 *
 * A line that cannot be read trusts nobody and is reported; ssh-keygen skips it in silence. A time without `Z` is local, which the caller
 * knows how to read.
 */
import { decodePlainBase64 } from '#core/bytes/base64';
import { compareBytes } from '#core/bytes/order';
import { BadWire, WireReader } from '#core/bytes/ssh-wire';
import { matchesPatternList } from './patterns.ts';

export interface AllowedSigner {
  /** The first line is 1. */
  readonly line: number;
  /** A list of patterns. */
  readonly principals: string;
  /** The key is that of an authority: it vouches for certificates, and what it signs itself does not count. */
  readonly isAuthority: boolean;
  /** A list of patterns; null for all. */
  readonly namespaces: string | null;
  /** Milliseconds since 1970, both included; null for no limit. */
  readonly validAfter: number | null;
  readonly validBefore: number | null;
  readonly type: string;
  /** The blob of the key. */
  readonly key: Uint8Array;
}

export interface AllowedSigners {
  readonly signers: readonly AllowedSigner[];
  readonly unusable: readonly { readonly line: number; readonly reason: string }[];
}

/** Year, month (1 to 12), day, hour, minute and second of a clock on the wall. */
export type WallTime = readonly [number, number, number, number, number, number];

/** Milliseconds since 1970. */
export type LocalTime = (time: WallTime) => number;

/** What makes a line unusable. */
class BadLine extends Error {}

export function parseAllowedSigners(text: string, localTime: LocalTime): AllowedSigners {
  const signers: AllowedSigner[] = [];
  const unusable: AllowedSigners['unusable'][number][] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const content = raw.replace(/^[ \t]+/, '').replace(/[ \t\r]+$/, '');
    if (content === '' || content.startsWith('#')) continue;
    try {
      signers.push(parseLine(content, index + 1, localTime));
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      unusable.push({ line: index + 1, reason: error.message });
    }
  }
  return { signers, unusable };
}

const PRINCIPALS = /^(?:"([^"]*)"|([^ \t"]+))[ \t]+(.*)$/s;
const KEY = /^([\w@.-]+)[ \t]+([A-Za-z0-9+/=]+)(?:[ \t]|$)/;

function parseLine(content: string, line: number, localTime: LocalTime): AllowedSigner {
  const [, quoted, plain, rest = ''] = PRINCIPALS.exec(content) ?? [];
  const principals = quoted ?? plain;
  if (principals === undefined || principals === '') throw new BadLine('expected names, options and a key');
  const direct = keyAt(rest);
  if (direct !== null) return { line, principals, ...NO_OPTIONS, ...direct };
  const end = endOfOptions(rest);
  const key = keyAt(rest.slice(end).replace(/^[ \t]+/, ''));
  if (key === null) throw new BadLine('expected a public key of OpenSSH');
  return { line, principals, ...parseOptions(rest.slice(0, end), localTime), ...key };
}

/** Null if there is no key at the start. */
function keyAt(text: string): { readonly type: string; readonly key: Uint8Array } | null {
  const [, type, body] = KEY.exec(text) ?? [];
  const key = body === undefined ? null : decodePlainBase64(body);
  if (type === undefined || key === null) return null;
  try {
    return new WireReader(key).name() === type ? { type, key } : null;
  } catch (error) {
    if (error instanceof BadWire) return null;
    throw error;
  }
}

/** The position of the first blank outside of quotes. */
function endOfOptions(text: string): number {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && text[at + 1] === '"') at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[ \t]/.test(text[at] as string)) return at;
  }
  throw new BadLine('expected a public key of OpenSSH');
}

type Options = Pick<AllowedSigner, 'isAuthority' | 'namespaces' | 'validAfter' | 'validBefore'>;

const NO_OPTIONS: Options = { isAuthority: false, namespaces: null, validAfter: null, validBefore: null };

const OPTION = /([A-Za-z-]+)(?:="((?:[^"\\]|\\.)*)")?(,(?=.)|$)/y;

function parseOptions(text: string, localTime: LocalTime): Options {
  const seen = new Map<string, string | undefined>();
  OPTION.lastIndex = 0;
  while (OPTION.lastIndex < text.length) {
    const [whole, name = '', value] = OPTION.exec(text) ?? [];
    if (whole === undefined) throw new BadLine('expected options parted by commas, with values in quotes');
    const key = name.toLowerCase();
    if ((value === undefined) !== (key === 'cert-authority') || !KNOWN.includes(key)) throw new BadLine(`unknown option ${name}`);
    if (seen.has(key) && key !== 'cert-authority') throw new BadLine(`the option ${name} is there twice`);
    seen.set(key, value?.replaceAll('\\"', '"'));
  }
  const [validAfter, validBefore] = ['valid-after', 'valid-before'].map((key) => timeOf(seen.get(key), localTime)) as [Bound, Bound];
  if (validAfter !== null && validBefore !== null && validBefore <= validAfter) throw new BadLine('valid-before is not after valid-after');
  return { isAuthority: seen.has('cert-authority'), namespaces: seen.get('namespaces') ?? null, validAfter, validBefore };
}

const KNOWN: readonly string[] = ['cert-authority', 'namespaces', 'valid-after', 'valid-before'];

type Bound = number | null;

function timeOf(text: string | undefined, localTime: LocalTime): Bound {
  if (text === undefined) return null;
  const time = parseSshTime(text, localTime);
  if (time === null) throw new BadLine('expected a time as YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, with Z for UTC');
  return time;
}

const TIME = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z|UTC)?$/i;

/** A time as OpenSSH writes it, in milliseconds since 1970; null if it is none. */
export function parseSshTime(text: string, localTime: LocalTime): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const parts = match.slice(1, 7).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const [year, month, day, hour, minute, second] = parts;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!isReal) return null;
  return match[7] === undefined ? localTime(parts) : date.getTime();
}

export interface SshClaim {
  readonly key: Uint8Array;
  /** Null for whoever the list names. */
  readonly identity: string | null;
  readonly namespace: string;
  /** The time for which it is judged, in milliseconds since 1970. */
  readonly at: number;
}

/** The line that lets this key sign, or why none does. Of several reasons, that of the line that comes closest. */
export function findAllowedSigner(
  list: AllowedSigners,
  claim: SshClaim,
): AllowedSigner | { readonly reason: string; readonly isNamed: boolean } {
  let closest = { rank: 0, reason: 'no line has this key' };
  for (const signer of list.signers) {
    if (compareBytes(signer.key, claim.key) !== 0) continue;
    const fault = faultOf(signer, claim);
    if (fault === null) return signer;
    if (fault.rank > closest.rank) closest = { rank: fault.rank, reason: `line ${signer.line}: ${fault.reason}` };
  }
  return { reason: closest.reason, isNamed: closest.rank > 0 };
}

function faultOf(signer: AllowedSigner, { identity, namespace, at }: SshClaim): { readonly rank: number; readonly reason: string } | null {
  const { principals, isAuthority, namespaces, validAfter, validBefore } = signer;
  if (identity !== null && !matchesPatternList(identity, principals)) return { rank: 1, reason: `the key is of ${principals}` };
  if (isAuthority) return { rank: 2, reason: 'the key is that of an authority, and no signer itself' };
  if (namespaces !== null && !matchesPatternList(namespace, namespaces))
    return { rank: 3, reason: `the key may sign in ${namespaces} only` };
  if (validAfter !== null && at < validAfter) return { rank: 4, reason: 'the key is not valid yet' };
  if (validBefore !== null && at > validBefore) return { rank: 4, reason: 'the key is not valid any more' };
  return null;
}
