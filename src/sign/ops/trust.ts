/**
 * What a caller names to be trusted, read from files: public keys, a list of signers of OpenSSH, roots. Everything is read before a signature
 * is looked at, so that a key that cannot be used is a refusal and never a missing one.
 *
 *     const trust = readTrust({ keys: [place], allowedSigners: null, roots: [], identity: null, issuer: null, namespace: null, at })
 */
import { decodeUtf8 } from '#core/bytes/utf8';
import { errorCode, osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import { BadKey } from '#keys/bad-key';
import { parseVerifyingKey, type VerifyingKey } from '#keys/public-key';
import { BadSignature } from '../bad-signature.ts';
import { badTrust, cannotReadFile } from '../foreign-refusals.ts';
import { looksLikeMinisignKey, parseMinisignKey } from '../minisign/public-key.ts';
import { type AllowedSigners, parseAllowedSigners, type WallTime } from '../ssh/allowed-signers.ts';
import { verifyingKeyOfMinisign } from './minisign/check.ts';
import { authoritiesIn, NO_AUTHORITIES, type TimestampTrust } from './time/trust.ts';

/** A file that the user named, as shown and as it is opened. */
export interface NamedFile {
  readonly given: string;
  readonly path: string;
}

export interface TrustFiles {
  readonly keys: readonly NamedFile[];
  readonly allowedSigners: NamedFile | null;
  /** The root of a Sigstore instance (JSON), or certificates of authorities (PEM). */
  readonly roots: readonly NamedFile[];
  readonly identity: string | null;
  readonly issuer: string | null;
  readonly namespace: string | null;
  /** Files in a signed folder that the signature does not name are no failure. */
  readonly ignoresUnsigned: boolean;
  /** Certificates of timestamp authorities (PEM). */
  readonly tsaRoots: readonly NamedFile[];
  /** The number that was sent to the authority, in hex. */
  readonly nonce: string | null;
  /** The time for which is judged, in milliseconds since 1970. */
  readonly at: number;
}

export interface TrustedKey {
  /** The file that it was read from, as shown to the user. */
  readonly name: string;
  readonly keyid: string;
  readonly key: VerifyingKey;
  /** The number of a key of minisign or signify; null for other keys. */
  readonly number: string | null;
}

export interface Trust extends Omit<TrustFiles, 'keys' | 'allowedSigners' | 'roots' | 'tsaRoots'> {
  readonly authorities: TimestampTrust;
  readonly keys: readonly TrustedKey[];
  readonly allowedSigners: { readonly given: string; readonly list: AllowedSigners } | null;
  readonly roots: readonly { readonly given: string; readonly text: string }[];
  /** Present where a policy judges later who counts: what is found out is then only who signed. */
  readonly byPolicy?: { readonly certified: readonly CertifiedSigner[] };
  /** Whoever vouches for identities by the root may vouch for this one. */
  readonly takesAnyIssuer?: boolean;
}

/** Somebody whom a policy knows by a certificate. */
export interface CertifiedSigner {
  readonly name: string;
  readonly root: { readonly given: string; readonly text: string };
  readonly identity: string;
  /** Null for whoever vouches for identities by this root. */
  readonly issuer: string | null;
}

/** Nobody is trusted. */
export const NOBODY: Trust = {
  keys: [],
  allowedSigners: null,
  roots: [],
  identity: null,
  issuer: null,
  namespace: null,
  ignoresUnsigned: false,
  authorities: NO_AUTHORITIES,
  nonce: null,
  at: 0,
};

/** Whether somebody is named who has to have signed. A timestamp authority vouches for a time, and for nobody. */
export function namesSigner({ keys, allowedSigners, roots }: Trust): boolean {
  return keys.length > 0 || allowedSigners !== null || roots.length > 0;
}

const MAX_KEY = 1 << 16;
const MAX_LIST = 1 << 22;
const MAX_ROOT = 1 << 22;

/** Throws `Refusal`. */
export function readTrust({ keys, allowedSigners, roots, tsaRoots, ...rest }: TrustFiles): Trust {
  return {
    ...rest,
    keys: keys.map(readKey),
    allowedSigners: allowedSigners === null ? null : readList(allowedSigners),
    authorities: readAuthorities(tsaRoots),
    roots: roots.map((file) => ({ given: file.given, text: textOf('trusted root', file, MAX_ROOT) })),
  };
}

/** The timestamp authorities that are trusted. Throws `Refusal`. */
export function readAuthorities(files: readonly NamedFile[]): TimestampTrust {
  return authoritiesIn(files.map((file) => ({ given: file.given, text: textOf('root', file, MAX_ROOT) })));
}

function readKey(file: NamedFile): TrustedKey {
  const text = textOf('key', file, MAX_KEY);
  try {
    return parseTrustedKey(file.given, text);
  } catch (error) {
    if (!(error instanceof BadKey || error instanceof BadSignature)) throw error;
    throw badTrust('key', file.given, error.message);
  }
}

/** Throws `BadKey` or `BadSignature`. */
export function parseTrustedKey(name: string, text: string): TrustedKey {
  const minisign = looksLikeMinisignKey(text) ? parseMinisignKey(text) : null;
  const key = minisign === null ? parseVerifyingKey(onlyBlock(text)) : verifyingKeyOfMinisign(minisign);
  return { name, keyid: key.keyid, key, number: minisign?.number ?? null };
}

/** certtool and others write words before the block; a second block is never ignored. */
function onlyBlock(text: string): string {
  const [block] = /^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=\n]*-----END PUBLIC KEY-----$/m.exec(text) ?? [];
  return block !== undefined && text.split('-----BEGIN ').length === 2 ? `${block}\n` : text;
}

function readList(file: NamedFile): NonNullable<Trust['allowedSigners']> {
  const text = textOf('list of signers', file, MAX_LIST);
  return { given: file.given, list: parseAllowedSigners(text, localTime) };
}

/** The clock on the wall of this machine. */
export function localTime([year, month, day, hour, minute, second]: WallTime): number {
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}

function textOf(what: string, file: NamedFile, maxBytes: number): string {
  const bytes = readNamedFile(file, maxBytes);
  try {
    return decodeUtf8(bytes);
  } catch {
    throw badTrust(what, file.given, 'expected text, found bytes that are not UTF-8');
  }
}

/** Throws `Refusal`. */
export function readNamedFile({ given, path }: NamedFile, maxBytes: number): Uint8Array {
  return orRefuse(given, () => readRegularFile(path, { maxBytes, follow: true }));
}

/** A file that cannot be read is a refusal. */
export function orRefuse<T>(given: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotReadFile(given, osText(error));
  }
}
