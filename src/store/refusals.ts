/**
 * The refusals of a store: a server cannot be reached, answers with an error or with wrong bytes. A URL is shown without secrets, and
 * nothing that a server wrote is repeated except its error codes.
 *
 *     GET https://registry.example.org/v2/evidence/tags/list: HTTP 503 (Service Unavailable), 5 attempts
 */
import { STATUS_CODES } from 'node:http';
import type { Digest } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import { Refusal } from '#core/refusal';
import { listParentCommand, shellQuote } from '#core/shell-words';

export interface StoreFailure {
  /** The method of the request. */
  readonly action: string;
  readonly url: URL | string;
  readonly status?: number;
  readonly kind: 'network' | 'server' | 'decode' | 'auth';
  readonly message: string;
}

/** Scheme, host and path: no user, no password, no query. */
export function shownUrl(url: URL | string): string {
  const { protocol, host, pathname } = typeof url === 'string' ? new URL(url) : url;
  return `${protocol}//${host}${pathname}`;
}

export function storeFailure({ action, url, status, kind, message }: StoreFailure): Refusal {
  const shown = shownUrl(url);
  const said = [statusText(status), message].filter((text) => text !== '').join(', ');
  const detail: JsonObject = { action, url: shown, kind, ...(status === undefined ? {} : { status }) };
  return new Refusal('E_IO', `${action} ${shown}: ${said}`, detail);
}

/** The received bytes do not match the requested digest. */
export function wrongBytes(url: URL | string, digest: Digest, found: string): Refusal {
  const shown = shownUrl(url);
  return new Refusal('E_BAD_PACK', `${shown} sent other bytes than ${digest}: ${found}`, { url: shown, expected: digest, actual: found });
}

/** A file that has changed since it was verified. */
export function changedFile(path: string, digest: string, found: string): Refusal {
  const detail = { path, expected: digest, actual: found };
  return new Refusal('E_BAD_PACK', `${path} changed while it was sent: wanted ${digest}, found ${found}`, detail, listParentCommand(path));
}

/** The most packs of one list that are kept in memory. */
const MAX_PACKS = 1_000_000;

export function requireListable(count: number, url: URL): void {
  if (count <= MAX_PACKS) return;
  throw storeFailure({ action: 'GET', url, kind: 'decode', message: `the list has more than ${MAX_PACKS} packs` });
}

/** `store` is the store's URL in the form that may be shown. */
export function noSuchPack(packId: Digest, store: string, { plainHttp = false }: { readonly plainHttp?: boolean } = {}): Refusal {
  // Never propose a command over plain HTTP, even if the user asked for it this time.
  const next = plainHttp ? null : `pack list --store ${shellQuote(store)}`;
  return new Refusal('E_IO', `no pack ${packId} in ${store}`, { pack_id: packId, store }, next);
}

/** The store has something else at the path of the pack. */
export function otherPack(packId: Digest, store: string, found: string): Refusal {
  return new Refusal('E_BAD_PACK', `${store} has something else in the place of ${packId}: ${found}`, { pack_id: packId, store });
}

function statusText(status: number | undefined): string {
  if (status === undefined) return '';
  const meaning = STATUS_CODES[status];
  return meaning === undefined ? `HTTP ${status}` : `HTTP ${status} (${meaning})`;
}
