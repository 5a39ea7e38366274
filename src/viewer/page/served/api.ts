/** Asks the server that this page came from. Its answers are described in docs/serve.md. */
import type { KindName } from '#evidence/verdict';
import type { PageFile } from '../../engine/messages.ts';

export interface Entry {
  readonly path: string;
  readonly kind: KindName;
  readonly id: string | null;
  readonly digest: string | null;
  readonly created: string | null;
  readonly members: number | null;
  readonly tags: readonly string[];
  readonly note: string | null;
  readonly within: string | null;
}

export interface Reason {
  readonly path: string;
  readonly reason: string;
}

export interface Evidence {
  readonly served: string;
  readonly entries: readonly Entry[];
  readonly not_read: readonly Reason[];
  readonly not_read_count: number;
  readonly not_searched: readonly Reason[];
  readonly not_searched_count: number;
  readonly passed_over: readonly Reason[];
  readonly passed_over_count: number;
  readonly unknown: number;
}

export interface Hit {
  readonly path: string;
  readonly kind: string;
  readonly created: string | null;
  readonly as: string;
  readonly member: string | null;
  readonly digest: string | null;
  readonly size: number | null;
}

export interface Found {
  readonly text: string;
  readonly by: string;
  readonly hits: readonly Hit[];
  readonly total: number;
  readonly not_read: number;
  readonly not_searched: readonly Reason[];
  readonly not_searched_count: number;
}

export interface OpenedFiles {
  readonly files: readonly PageFile[];
  readonly leftOut: readonly Reason[];
  readonly leftOutCount: number;
}

export function askEvidence(isFresh: boolean): Promise<Evidence> {
  return asked('/api/evidence', isFresh ? { refresh: '1' } : {});
}

export function askSearch(text: string, from: number): Promise<Found> {
  return asked('/api/search', { text, from: String(from) });
}

export function askDiff(old: string, now: string): Promise<unknown> {
  return asked('/api/diff', { old, new: now });
}

/** A line of JSON that names the files, and then their bytes. */
export async function askFiles(path: string): Promise<OpenedFiles> {
  const bytes = new Uint8Array(await (await answerOf('/api/files', { path })).arrayBuffer());
  let at = bytes.indexOf(10) + 1;
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at))) as {
    readonly files: readonly { readonly path: string; readonly size: number }[];
    readonly left_out: readonly Reason[];
    readonly left_out_count: number;
  };
  const files = head.files.map(({ path: name, size }) => {
    const file = new File([bytes.slice(at, at + size)], name.slice(name.lastIndexOf('/') + 1), { lastModified: 0 });
    at += size;
    return { path: name, file };
  });
  if (at !== bytes.length) throw new Error('the answer is not complete: open it again');
  return { files, leftOut: head.left_out, leftOutCount: head.left_out_count };
}

async function asked<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
  return (await (await answerOf(path, query)).json()) as T;
}

async function answerOf(path: string, query: Readonly<Record<string, string>>): Promise<Response> {
  const text = new URLSearchParams(query).toString();
  const response = await fetch(text === '' ? path : `${path}?${text}`);
  if (response.ok) return response;
  const said = await response.text();
  throw new Error(response.headers.get('content-type')?.startsWith('application/json') ? refusalIn(said) : said.trim());
}

function refusalIn(text: string): string {
  return (JSON.parse(text) as { readonly refusal: { readonly message: string } }).refusal.message;
}
