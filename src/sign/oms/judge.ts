/**
 * Compares the files of an OMS statement with those that are there. Every file ends in exactly one list; all differences are reported.
 */
import type { SignatureFinding } from '../judged.ts';
import type { ModelStatement } from './statement.ts';

/** What was found at the path of a file. */
export type FoundFile =
  | { readonly kind: 'same' }
  | { readonly kind: 'different'; readonly wanted: string; readonly found: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly error: string };

/** Something in the folder that the statement does not name: a file, or what is no regular file. */
export interface OtherEntry {
  readonly path: string;
  /** Null for a regular file. */
  readonly problem: string | null;
}

export interface JudgedTree {
  readonly expected: number;
  readonly verified: number;
  readonly failed: number;
  readonly extra: number;
  /** Files that nobody signed, and that the caller did not want to hear of. */
  readonly ignored: number;
  readonly findings: readonly SignatureFinding[];
}

export function judgeTree(
  { files }: Pick<ModelStatement, 'files'>,
  found: ReadonlyMap<string, FoundFile>,
  others: readonly OtherEntry[],
  { ignoresUnsigned }: { readonly ignoresUnsigned: boolean },
): JudgedTree {
  const findings: SignatureFinding[] = [];
  for (const { path } of files) {
    const fault = faultOf(path, found.get(path) ?? { kind: 'missing' });
    if (fault !== null) findings.push(fault);
  }
  const failed = findings.length;
  const ignored = ignoresUnsigned ? others.filter(({ problem }) => problem === null).length : 0;
  for (const { path, problem } of others) {
    if (problem !== null) findings.push(finding('NOT_REGULAR', path, `${path} cannot be part of what is signed: ${problem}`));
    else if (!ignoresUnsigned) findings.push(extra(path));
  }
  return { expected: files.length, verified: files.length - failed, failed, extra: others.length, ignored, findings };
}

function faultOf(path: string, found: FoundFile): SignatureFinding | null {
  switch (found.kind) {
    case 'same':
      return null;
    case 'different':
      return { ...finding('HASH_MISMATCH', path, `${path} is not what was signed`), wanted: found.wanted, found: found.found };
    case 'missing':
      return finding('MISSING', path, `${path} was signed and is not there`);
    case 'unreadable':
      return finding('IO_ERROR', path, `${path} cannot be read: ${found.error}`);
    default:
      return found satisfies never;
  }
}

function extra(path: string): SignatureFinding {
  return finding('EXTRA', path, `${path} is there and was not signed`);
}

function finding(code: string, path: string, message: string): SignatureFinding {
  return { code, path, wanted: null, found: null, message, next_command: null };
}
