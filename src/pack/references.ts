/**
 * The files that the references of a pack stand for, and whether they were read. A file that was not read is never good: a pack without
 * findings is then PARTIAL.
 *
 *     judgeReferences(verdict, answers)       the verdict after a store was asked: answers by digest
 */
import { isSha256Digest } from '#core/digest';
import { checksOf, compareFindings, type Finding, type FindingList, sortFindings } from './findings.ts';
import { type Reference, referencedPath } from './reference.ts';
import type { PackVerdict } from './verify.ts';

export interface ReferencedFile extends Reference {
  /** The path of the member that refers to it. */
  readonly member: string;
  /** True if the bytes were read from a store. */
  readonly isRead: boolean;
}

/** What a store has under a digest. `found` is another digest, or a description. */
export type StoredFile =
  | { readonly kind: 'sound'; readonly size: number }
  | { readonly kind: 'damaged'; readonly found: string }
  | { readonly kind: 'missing' };

export interface ReferenceReport {
  readonly files: readonly ReferencedFile[];
  /** The URL of the store that was asked, or null. */
  readonly asked: string | null;
}

export const NO_REFERENCES: ReferenceReport = { files: [], asked: null };

export function unreadFiles({ files }: ReferenceReport): readonly ReferencedFile[] {
  return files.filter(({ isRead }) => !isRead);
}

/** The number of findings is known, so the list is joined while it is read. */
export function outcomeFor(findings: FindingList, references: ReferenceReport): PackVerdict['outcome'] {
  if (findings.length > 0) return 'INVALID';
  return unreadFiles(references).length > 0 ? 'PARTIAL' : 'OK';
}

/** The verdict with what the store `asked` answered. */
export function judgeReferences(verdict: PackVerdict, asked: string, answers: ReadonlyMap<string, StoredFile>): PackVerdict {
  const wrong: Finding[] = [];
  const files = verdict.references.files.map((file): ReferencedFile => {
    const answer = answers.get(file.bytesHash);
    if (answer === undefined) return file;
    const finding = findingOn(file, answer);
    if (finding !== null) wrong.push(finding);
    // A blob of another length is not fetched: only a digest shows that it was read.
    return { ...file, isRead: answer.kind === 'sound' || (answer.kind === 'damaged' && isSha256Digest(answer.found)) };
  });
  const findings = wrong.length === 0 ? verdict.findings : merged(verdict.findings, sortFindings(wrong));
  const references = { files, asked };
  const checks =
    wrong.length === 0 ? verdict.checks : { ...verdict.checks, member_hashes: checksOf(['REFERENCE_MISMATCH'], false).member_hashes };
  return { ...verdict, outcome: outcomeFor(findings, references), findings, references, checks, failed: verdict.failed + wrong.length };
}

function findingOn({ member, bytesHash, size }: ReferencedFile, answer: StoredFile): Finding | null {
  const finding = { path: member, expected: bytesHash };
  if (answer.kind === 'missing') return { code: 'MISSING_REFERENCE', ...finding, actual: 'nothing' };
  if (answer.kind === 'damaged') return { code: 'REFERENCE_MISMATCH', ...finding, actual: answer.found };
  if (answer.size === size) return null;
  return { code: 'REFERENCE_MISMATCH', path: member, expected: `${size} bytes`, actual: `${answer.size} bytes` };
}

/** Two sorted lists as one. */
function merged(a: FindingList, b: readonly Finding[]): FindingList {
  return {
    length: a.length + b.length,
    *[Symbol.iterator]() {
      let next = 0;
      for (const finding of a) {
        while (next < b.length && compareFindings(b[next] as Finding, finding) < 0) yield b[next++] as Finding;
        yield finding;
      }
      yield* b.slice(next);
    },
  };
}

/** As the report shows it. */
export function fileFields({ member, bytesHash, size, store }: ReferencedFile): Record<string, string | number> {
  return { path: referencedPath(member), reference: member, bytes_hash: bytesHash, size, store };
}
