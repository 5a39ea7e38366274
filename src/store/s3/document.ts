/**
 * Reads the document of an answer with status 200. It may be an error instead, written after the status was sent (CompleteMultipartUpload),
 * and may begin with white space, sent to keep the connection open.
 *
 *     const page = await readDocument(answer, ['ListBucketResult'], 16 << 20)
 */
import { FailedAttempt } from '../http/failed-attempt.ts';
import { storeFailure } from '../refusals.ts';
import { errorCodeOf, s3Failure } from './refusals.ts';
import { type Answer, isTemporaryCode, temporaryFailure } from './request.ts';
import { readXml, type XmlElement } from './xml.ts';

/** Any other document is a failed attempt: the next answer may be complete. */
export async function readDocument(answer: Answer, names: readonly string[], limit: number): Promise<XmlElement> {
  const root = await readXml(await answer.response.bytes(limit));
  if (root !== undefined && names.includes(root.name)) return root;
  const code = errorCodeOf(root);
  if (code !== '') throw isTemporaryCode(code) ? temporaryFailure({ ...answer, code }) : s3Failure({ ...answer, code });
  throw unreadable(answer, `the answer is not a ${names[0]}`);
}

export function unreadable({ action, url, status }: Answer, reason: string): FailedAttempt {
  const refusal = (attempts: string) => {
    const message = attempts === '' ? reason : `${reason}, ${attempts}`;
    return storeFailure({ action, url, status, kind: 'decode', message });
  };
  return new FailedAttempt(refusal, { isTemporary: true });
}
