/**
 * Timestamps of RFC 3161: the same operations as `custody timestamp` and `custody verify --signature FILE.tsr`.
 *
 *     await timestamp('december.lock.json', { tsa: 'https://tsa.example.org', tsaRoots: [pem] });
 *     verifyTimestamp(readFileSync('a.csv.tsr'), readFileSync('a.csv'), { tsaRoots: [pem] }).state      'trusted'
 */
import { hash } from 'node:crypto';
import { processEnv } from '#installation/process-input';
import { BadCertificate } from '#keys/certificate';
import { openAuthority } from '#sign/ops/time/authority';
import { judgeTimestampBytes } from '#sign/ops/time/judge';
import { type StampResult, stamp } from '#sign/ops/time/stamp';
import { NO_AUTHORITIES, type TimestampTrust, timestampTrust } from '#sign/ops/time/trust';
import type { JudgedTimestamp, TimestampFault } from '#sign/time/judge';
import { absolute, givenPath } from './given-path.ts';
import { instantFrom } from './instant-from.ts';

export type { JudgedTimestamp, StampResult as TimestampResult, TimestampFault };

export interface TimestampSettings {
  /** The URL of the authority. */
  readonly tsa: string;
  /** The certificates (PEM) of authorities: the answer must be by one of them. By default anybody may answer, and the time is only claimed. */
  readonly tsaRoots?: readonly string[];
  /** The object identifier of the policy by which the authority has to work. */
  readonly policyOid?: string;
  /** Also seals that have a timestamp get another one. */
  readonly again?: boolean;
  /** Allows HTTP without TLS to other machines too. */
  readonly plainHttp?: boolean;
  /** Additional certificate authorities for the connection. */
  readonly caFile?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly sync?: boolean;
}

export interface VerifyTimestampSettings {
  /** The certificates (PEM) of authorities that are trusted; by default none is. */
  readonly tsaRoots?: readonly string[];
  /** The number that was sent with the request, in hex. */
  readonly nonce?: string;
  readonly policyOid?: string;
  /** The time for which is judged; the default is now. */
  readonly at?: string | Date;
}

/** Asks for timestamps over the seals of a document, or over a file without seals, and keeps them beside it. Throws `Refusal`. */
export async function timestamp(path: string, settings: TimestampSettings): Promise<StampResult> {
  const { tsa, tsaRoots, policyOid, again = false, plainHttp = false, caFile, env = processEnv(), sync = true } = settings;
  const url = URL.canParse(tsa) ? new URL(tsa) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new RangeError('expected a URL that begins with http:// or https://');
  const network = { env, plainHttp, caFile: caFile === undefined ? undefined : absolute(caFile) };
  const authority = openAuthority(url, network, { policy: policyOid ?? null, trust: trustIn(tsaRoots), now: Date.now });
  try {
    return await stamp(givenPath(path), { authority, again, sync });
  } finally {
    authority.close();
  }
}

/** Judges the answer of an authority, or a token alone, over these bytes. What is wrong with it is part of the result. */
export function verifyTimestamp(reply: Uint8Array, data: Uint8Array, settings: VerifyTimestampSettings = {}): JudgedTimestamp {
  const { tsaRoots, nonce = null, policyOid = null, at } = settings;
  const time = at === undefined ? Date.now() : instantFrom(at, 'at');
  const wanted = { digestBy: (algorithm: string) => hash(algorithm, data), nonce, policy: policyOid, at: time };
  return judgeTimestampBytes(reply, wanted, trustIn(tsaRoots));
}

function trustIn(pems: readonly string[] | undefined): TimestampTrust {
  try {
    return pems === undefined || pems.length === 0 ? NO_AUTHORITIES : timestampTrust(pems);
  } catch (error) {
    throw error instanceof BadCertificate ? new RangeError(error.message) : error;
  }
}
