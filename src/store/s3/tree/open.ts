/**
 * The objects below `s3://bucket/prefix` as a tree to scan: whoever wrote them, under whatever keys.
 *
 *     const tree = openS3Tree('s3://evidence/2025', { env, home, plainHttp: false });
 *
 * A key whose name below the prefix is no safe path must not be read: a URL would resolve its dots to the key of another object.
 */
import { Refusal } from '#core/refusal';
import { openHttp } from '../../http/client.ts';
import { type RetryPolicy, retryPolicy } from '../../http/retry.ts';
import { openPace } from '../../tree/pace.ts';
import { openSlots } from '../../tree/slots.ts';
import type { ObjectTree, ReadObject } from '../../tree/tree.ts';
import { headObject, type S3 } from '../object.ts';
import { asking } from '../request.ts';
import { readS3Settings, type S3Environment } from '../settings.ts';
import { parseS3Url } from '../url.ts';
import { listTree } from './list.ts';
import { RANGE } from './ranges.ts';
import { readObject } from './read.ts';

export interface TreeOptions extends S3Environment {
  /** Additional certificate authorities to trust; an absolute path. */
  readonly caFile?: string | undefined;
  /** The most requests at the same time. */
  readonly jobs?: number | undefined;
  /** Settings for retries that differ from the default. */
  readonly retryPolicy?: Partial<RetryPolicy>;
}

const JOBS = 16;
/** Ranges of long objects in memory at the same time. */
const SLOTS = 8;
const SHA256_BYTES = 32;

export function openS3Tree(url: string, options: TreeOptions): ObjectTree {
  const { bucket, prefix, shown } = parseS3Url(url);
  const settings = readS3Settings(bucket, options);
  const client = openHttp(options);
  const most = options.jobs === undefined || options.jobs === 0 ? JOBS : options.jobs;
  const pace = openPace({ most, how: retryPolicy(options.retryPolicy), store: shown });
  const { how, width } = pace;
  const send = asking(client.send, settings, how);
  const ask: S3['ask'] = (question) => {
    pace.asked();
    return send(question);
  };
  const s3 = { ask, how, width, slots: openSlots(SLOTS, RANGE), sendsChecksums: false, leastPart: 0 };
  const root = prefix === '' ? '' : `${prefix}/`;
  return {
    url: shown,
    pace,
    list: (range) => listTree(s3, root, range),
    read: ({ name, ...wanted }, algorithm) => ofObject(() => readObject(s3, `${root}${name}`, wanted, algorithm)),
    stated: ({ name, size, etag }) =>
      ofObject(async () => {
        const found = await headObject(s3, `${root}${name}`);
        // Gone, or these keys may not ask: reading tells which.
        if (found === undefined) return { kind: 'stated', sha256: null };
        if (found.size !== size) return { kind: 'changed', size: found.size };
        if (etag !== null && found.etag !== undefined && found.etag !== etag) return { kind: 'changed', size: null };
        return { kind: 'stated', sha256: hexOf(found.sha256) };
      }),
    close: () => client.close(),
  };
}

/** Null for a header that is none, and for one that is no SHA-256: it states nothing. */
function hexOf(base64: string | undefined): string | null {
  const bytes = Buffer.from(base64 ?? '', 'base64');
  return bytes.length === SHA256_BYTES && bytes.toString('base64') === base64 ? bytes.toString('hex') : null;
}

/** A failure that concerns one object only becomes a part of the result. */
async function ofObject<T>(act: () => Promise<T>): Promise<T | Extract<ReadObject, { readonly kind: 'unreadable' }>> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal) || !isOfObject(error)) throw error;
    const { action, url } = error.detail as { readonly action: string; readonly url: string };
    // The URL has the address of the server, which says nothing about the object.
    return { kind: 'unreadable', error: error.message.slice(`${action} ${url}: `.length) };
  }
}

const OBJECT_CODES: readonly unknown[] = ['AccessDenied', 'InvalidObjectState'];

/** Bad credentials, a bucket that does not exist and an outage end the run. */
function isOfObject({ detail }: Refusal): boolean {
  const { kind, s3_code: code } = detail;
  if (kind === 'auth') return OBJECT_CODES.includes(code);
  return (kind === 'network' || kind === 'server' || kind === 'decode') && code !== 'NoSuchBucket';
}
