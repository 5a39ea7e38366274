/**
 * `s3://bucket/prefix` as typed: a bucket, and the start of every key, used literally as by the AWS command line (no percent decoding, `+`
 * is a plus, a space is a space).
 *
 *     parseS3Url('s3://evidence/2025/q4/')   { bucket: 'evidence', prefix: '2025/q4', shown: 's3://evidence/2025/q4' }
 */
import { badStoreUrl } from '../bad-settings.ts';

export interface S3Url {
  readonly bucket: string;
  /** Without slashes at either end; empty for the whole bucket. */
  readonly prefix: string;
  readonly shown: string;
}

/** A key has at most 1024 bytes, and the longest that follows the prefix is `/blobs/sha256/` and 64 digits. */
const MAX_PREFIX_BYTES = 1024 - '/blobs/sha256/'.length - 64;

export function parseS3Url(url: string): S3Url {
  const rest = /^s3:\/\//i.test(url) ? url.slice('s3://'.length) : refuse('this does not start with s3://');
  const slash = rest.indexOf('/');
  const bucket = slash < 0 ? rest : rest.slice(0, slash);
  // The typed text is not repeated: it may contain a password or a token.
  if (bucket.includes('@')) return refuse('credentials belong in the environment or a profile, not in the URL');
  if (/[?#]/.test(rest)) return refuse('a query or fragment has no meaning here');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(bucket)) return refuse('this names no usable bucket');
  const prefix = slash < 0 ? '' : rest.slice(slash + 1).replace(/\/$/, '');
  if (!prefix.isWellFormed() || /\p{Cc}/u.test(prefix)) return refuse('the prefix has a control character');
  if (prefix !== '' && hasUnsafeSegment(prefix)) return refuse('the prefix has an empty, "." or ".." segment');
  if (Buffer.byteLength(prefix) > MAX_PREFIX_BYTES) return refuse(`the prefix is longer than ${MAX_PREFIX_BYTES} bytes`);
  return { bucket, prefix, shown: prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}` };
}

/** Segments that a URL would resolve to another key, or that a server may read as another one. */
export function hasUnsafeSegment(key: string): boolean {
  return key.split('/').some((segment) => segment === '' || segment === '.' || segment === '..');
}

function refuse(reason: string): never {
  throw badStoreUrl(`wanted s3://bucket/prefix, and ${reason}`);
}
