/**
 * Uploads a long file as one object: the upload is started, its parts are sent, and the object appears when it is completed, unless an
 * object with its key exists (`If-None-Match: *`). A failed upload is aborted, if the server can still be reached.
 *
 *     POST key?uploads    PUT key?partNumber=1&uploadId=…    POST key?uploadId=…    or DELETE key?uploadId=…
 */
import { sha256Hex } from '#hashing/hashers';
import { withRetries } from '../http/retry.ts';
import type { BlobFile } from '../store.ts';
import { readDocument, unreadable } from './document.ts';
import { ONLY_IF_ABSENT, type S3 } from './object.ts';
import { type SentPart, sendParts, type Upload } from './parts.ts';
import { s3Failure } from './refusals.ts';
import { type Answer, temporaryFailure } from './request.ts';
import { childText, escapeXml } from './xml.ts';

/** A server joins many parts before it answers. */
const COMPLETE_IDLE_MS = 600_000;
const ANSWER_LIMIT = 1 << 20;

/** A failed attempt where another client wrote the same key at the same moment: then the whole upload must be repeated. */
export async function putInParts(s3: S3, key: string, file: BlobFile): Promise<'stored' | 'occupied'> {
  const upload = { key, uploadId: await begin(s3, key) };
  try {
    const answer = await complete(s3, upload, await sendParts(s3, upload, file), file.replaces === true);
    if (answer === 'stored') return answer;
    if (answer === 'occupied') await abort(s3, upload);
    else throw temporaryFailure(answer);
    return answer;
  } catch (error) {
    await abort(s3, upload);
    throw error;
  }
}

function begin({ ask, how, sendsChecksums }: S3, key: string): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream', ...(sendsChecksums ? { 'x-amz-checksum-algorithm': 'SHA256' } : {}) };
  return withRetries(how, async () => {
    const answer = await ask({ method: 'POST', key, query: { uploads: '' }, headers });
    if (answer.status !== 200) throw s3Failure(answer);
    const uploadId = childText(
      await readDocument(answer, ['InitiateMultipartUploadResult', 'InitiateMultipartUploadResponse'], ANSWER_LIMIT),
      'UploadId',
    );
    if (uploadId === undefined || uploadId === '') throw unreadable(answer, 'the upload got no UploadId');
    return uploadId;
  });
}

/** NoSuchUpload may mean that an earlier answer was lost: the caller checks which object exists. */
function complete(
  { ask, how, sendsChecksums }: S3,
  { key, uploadId }: Upload,
  parts: readonly SentPart[],
  replaces: boolean,
): Promise<'stored' | 'occupied' | Answer> {
  const body = Buffer.from(completeDocument(parts, sendsChecksums));
  const sha256 = sha256Hex(body);
  const headers = { ...(replaces ? {} : ONLY_IF_ABSENT), 'content-type': 'application/xml' };
  return withRetries(how, async (attempt) => {
    const answer = await ask({ method: 'POST', key, query: { uploadId }, headers, body, sha256, idleMs: COMPLETE_IDLE_MS });
    if (answer.status === 200) {
      // Some servers use the name of the request, and every other client accepts that.
      await readDocument(answer, ['CompleteMultipartUploadResult', 'CompleteMultipartUploadResponse'], ANSWER_LIMIT);
      return 'stored';
    }
    if (answer.status === 412 || (answer.code === 'NoSuchUpload' && attempt > 1)) return 'occupied';
    if (answer.status === 409) return answer;
    throw s3Failure(answer);
  });
}

/** Best effort: remaining parts are invisible, and a lifecycle rule of the bucket removes them. */
async function abort({ ask }: S3, { key, uploadId }: Upload): Promise<void> {
  try {
    await (await ask({ method: 'DELETE', key, query: { uploadId } })).response.drain();
  } catch {
    // The original failure is the one to report.
  }
}

function completeDocument(parts: readonly SentPart[], withChecksums: boolean): string {
  const listed = parts.map(({ number, etag, sha256 }) => {
    const checksum = withChecksums ? `<ChecksumSHA256>${Buffer.from(sha256, 'hex').toString('base64')}</ChecksumSHA256>` : '';
    return `<Part>${checksum}<ETag>${escapeXml(etag)}</ETag><PartNumber>${number}</PartNumber></Part>`;
  });
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${listed.join('')}</CompleteMultipartUpload>`;
}
