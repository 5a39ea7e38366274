/**
 * The file and the line that a finding is about, for systems that show findings beside a file.
 *
 *     lock dec.lock.json, root dec, member tape.csv      dec/tape.csv, line 1
 *     ledger witness.jsonl, line 17                      witness.jsonl, line 17
 *     pack archive dec.tar, member a.csv                 dec.tar, line 1: the member is no file of its own
 */
import type { Finding, Verdict } from '../verdict.ts';

export interface FindingPlace {
  readonly path: string;
  readonly line: number;
}

export function placeOf({ kind, path, root }: Verdict, finding: Finding): FindingPlace {
  const member = finding.path;
  if (member === null) return { path, line: 1 };
  const line = /^line (\d+)$/.exec(member)?.[1];
  if (kind === 'ledger' && line !== undefined) return { path, line: Number(line) };
  if (kind === 'pack' || kind === 'snapshot') return { path: below(path, member), line: 1 };
  return { path: root === null ? path : below(root.path, member), line: 1 };
}

function below(folder: string, member: string): string {
  return folder === '.' || folder === '' ? member : `${folder.replace(/\/$/, '')}/${member}`;
}
