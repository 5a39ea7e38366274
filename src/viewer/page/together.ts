/**
 * The documents in the page together with the files that were given to it. The page's own documents are those that somebody vouched for by
 * sending it, so a given file never takes the place of one: where both have a path, the page's own is judged, and the difference is said.
 */
import type { PageFile } from '../engine/messages.ts';

export interface Together {
  readonly files: readonly PageFile[];
  /** Paths at which a given file differs from the page's own document. */
  readonly differ: readonly string[];
}

export async function together(embedded: readonly PageFile[], given: readonly PageFile[]): Promise<Together> {
  const files = new Map(given.map((each) => [each.path, each]));
  const differ: string[] = [];
  for (const own of embedded) {
    const equal = await equalFile(own, given);
    // The delivery contains the very document: it is judged where it lies.
    if (equal) continue;
    if (files.has(own.path)) differ.push(own.path);
    files.set(own.path, own);
  }
  return { files: [...files.values()], differ };
}

async function equalFile({ file }: PageFile, given: readonly PageFile[]): Promise<boolean> {
  const candidates = given.filter((each) => each.file.size === file.size);
  if (candidates.length === 0) return false;
  const bytes = new Uint8Array(await file.arrayBuffer());
  for (const { file: other } of candidates) {
    const others = new Uint8Array(await other.arrayBuffer());
    if (bytes.every((byte, index) => byte === others[index])) return true;
  }
  return false;
}

const BESIDE = ['.seals.jsonl', '.tsr', '.sig', '.minisig', '.sigstore.json', '.sigstore'];

/** What is judged: everything, or the one file that all others sign. */
export function judgedPath(files: readonly PageFile[]): string {
  const paths = new Set(files.map(({ path }) => path));
  const isSignature = (path: string): boolean => BESIDE.some((ending) => path.endsWith(ending) && paths.has(path.slice(0, -ending.length)));
  const [only, ...others] = [...paths].filter((path) => !isSignature(path));
  return only !== undefined && others.length === 0 && paths.size > 1 ? only : '.';
}
