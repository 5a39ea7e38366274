/** The conditions of reading an object as it was listed, and whether an answer meets them. */
import { lengthOf } from '../../http/receive-blob.ts';
import type { Slots } from '../../tree/slots.ts';
import type { ReadObject, WantedObject } from '../../tree/tree.ts';
import { etagOf, type S3 } from '../object.ts';
import type { Answer } from '../request.ts';

export type Wanted = Pick<WantedObject, 'size' | 'etag'>;
export type NotRead = Exclude<ReadObject, { readonly kind: 'read' }>;

export interface ObjectReading extends Pick<S3, 'ask' | 'how'> {
  /** The buffers of the ranges of long objects. */
  readonly slots: Slots;
  readonly width: () => number;
}

export function conditionOf({ etag }: Wanted): Record<string, string> {
  return etag === null ? {} : { 'if-match': `"${etag}"` };
}

/** Null where the answer has the bytes of the listed object, as far as its head tells. */
export async function faultOf(answer: Answer, { etag, size }: Wanted, length: number): Promise<NotRead | null> {
  const { status, code, response } = answer;
  if (status === 404 && code === 'NoSuchKey') return { kind: 'missing' };
  if (status === 412 || status === 416) return { kind: 'changed', size: null };
  if (status !== 200 && status !== 206) return null;
  const [found, said] = [etagOf(response.headers['etag']), lengthOf(response)];
  if ((etag === null || found === undefined || found === etag) && (said === undefined || said === length)) return null;
  await response.drain();
  return { kind: 'changed', size: status === 200 && said !== undefined && said !== size ? said : null };
}
