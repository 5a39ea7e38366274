/** A registry's error answer: the codes of its error document, and nothing else of it. */
import type { Digest } from '#core/digest';
import { isJsonObject, type JsonValue } from '#core/json/value';
import type { Refusal } from '#core/refusal';
import type { HttpResponse } from '../http/client.ts';
import { jsonAnswer } from '../http/json-answer.ts';
import { storeFailure } from '../refusals.ts';

/** `DIGEST_INVALID, BLOB_UNKNOWN`; empty where there is no such document. */
export async function errorCodes(response: HttpResponse): Promise<string> {
  const codes = errorsOf(await response.text().catch(() => '')).map((error) => (isJsonObject(error) ? error['code'] : undefined));
  return codes.filter((code): code is string => typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code)).join(', ');
}

/** `note` adds what the codes do not say. */
export async function deniedBy(method: string, response: HttpResponse, note = ''): Promise<Refusal> {
  return refusedWith(await errorCodes(response), method, response, note);
}

/** The same where the body was already read. */
export function refusedWith(codes: string, method: string, { url, status }: HttpResponse, note = ''): Refusal {
  const message = [codes, note].filter((text) => text !== '').join(', ');
  return storeFailure({ action: method, url, status, kind: 'server', message });
}

/** The digest under which the registry reports to have stored the bytes, if it is another one; a description where it is not a digest. */
export function otherDigest({ headers }: HttpResponse, wanted: Digest): string | undefined {
  const stated = headers['docker-content-digest'];
  if (stated === undefined || stated === wanted) return undefined;
  return /^[a-z0-9]{1,20}:[0-9a-f]{1,128}$/.test(stated) ? stated : 'no digest';
}

function errorsOf(text: string): readonly JsonValue[] {
  const document = jsonAnswer(Buffer.from(text));
  const errors = isJsonObject(document) ? document['errors'] : undefined;
  return Array.isArray(errors) ? (errors as readonly JsonValue[]) : [];
}
