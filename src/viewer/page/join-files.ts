/**
 * The documents in the page together with the files that were given to it. The page's own documents are those that somebody vouched for by
 * sending it, so a given file never takes the place of one: where both have a path, the page's own is judged, and the difference is said.
 */
import type { PageFile } from '../engine/messages.ts';

export interface JoinedFiles {
  readonly files: readonly PageFile[];
  /** Paths at which a given file differs from the page's own document. */
  readonly differ: readonly string[];
}

const BESIDE = ['.seals.jsonl', '.tsr', '.sig', '.minisig', '.sigstore.json', '.sigstore'];

export async function joinFiles(embedded: readonly PageFile[], given: readonly PageFile[]): Promise<JoinedFiles> {
  const files = new Map(given.map((each) => [each.path, each]));
  const folders = new Set(given.flatMap(({ path }) => (path.includes('/') ? [path.slice(0, path.indexOf('/') + 1)] : [])));
  const differ: string[] = [];
  const places = new Map<string, string>();
  // A signature lies beside its document, wherever that is.
  for (const own of [...embedded].sort((a, b) => Number(isBeside(a.path)) - Number(isBeside(b.path)))) {
    const place = placeBeside(own.path, places) ?? (await placeOf(own, { given, files, folders }));
    places.set(own.path, place);
    const other = files.get(place);
    if (other !== undefined && (await areEqual(own.file, other.file))) continue;
    if (other !== undefined) differ.push(place);
    files.set(place, { ...own, path: place });
  }
  return { files: [...files.values()], differ };
}

interface Delivered {
  readonly given: readonly PageFile[];
  readonly files: ReadonlyMap<string, PageFile>;
  /** The folders that were dropped, each with its `/`. */
  readonly folders: ReadonlySet<string>;
}

/** The path at which the delivery has exactly this document; otherwise one that ends with its path; otherwise its own path. */
async function placeOf(own: PageFile, { given, files, folders }: Delivered): Promise<string> {
  for (const { path, file } of given) if (await areEqual(own.file, file)) return path;
  return [own.path, ...[...folders].map((folder) => `${folder}${own.path}`)].find((path) => files.has(path)) ?? own.path;
}

function isBeside(path: string): boolean {
  return BESIDE.some((ending) => path.endsWith(ending));
}

/** The path of a signature beside its document, which for a pack is its manifest; null if its document is not in the page. */
function placeBeside(path: string, places: ReadonlyMap<string, string>): string | null {
  for (const ending of BESIDE.filter((each) => path.endsWith(each))) {
    const document = path.slice(0, -ending.length);
    const place = places.get(document) ?? places.get(`${document}/manifest.json`)?.replace(/\/manifest\.json$/, '');
    if (place !== undefined) return `${place}${ending}`;
  }
  return null;
}

async function areEqual(a: Blob, b: Blob): Promise<boolean> {
  if (a.size !== b.size) return false;
  const [bytes, others] = await Promise.all([a.arrayBuffer(), b.arrayBuffer()]);
  const other = new Uint8Array(others);
  return new Uint8Array(bytes).every((byte, index) => byte === other[index]);
}

/** What is judged: everything, or the one file that all others sign. */
export function judgedPath(files: readonly PageFile[]): string {
  const paths = new Set(files.map(({ path }) => path));
  const isSignature = (path: string): boolean => BESIDE.some((ending) => path.endsWith(ending) && paths.has(path.slice(0, -ending.length)));
  const [only, ...others] = [...paths].filter((path) => !isSignature(path));
  return only !== undefined && others.length === 0 && paths.size > 1 ? only : '.';
}
