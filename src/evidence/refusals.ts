/** The reasons why the front door refuses: the table, and one function for each row. Refusals of the kinds themselves keep their codes. */
import { Refusal, type RefusalRow, row } from '#core/refusal';
import { headCommand, isUrl, listParentCommand, shellPath } from '#core/shell-words';
import { verdictPartRefusals } from '#lock/verdict-part/refusals';
import { isVerdictPartVersion } from '#lock/verdict-part/start';
import { foreignRefusals } from '#sign/foreign-refusals';
import { signRefusals } from '#sign/refusals';
import { timestampRefusals } from '#sign/time/refusals';
import { KINDS } from './kinds.ts';
import { titleOfKind } from './titles.ts';
import type { KindName } from './verdict.ts';

export const evidenceRefusals: readonly RefusalRow[] = [
  row('E_NOT_RECOGNISED', 'Nothing that custody can judge, or signs of two kinds', 'fix_input', 'looks'),
  row('E_IO', 'Cannot read what was named, list a folder, write a report, or listen on an address', 'fix_input', 'looks'),
  row('E_EXISTS', 'The file of a report, a page or a timestamp exists', 'fix_input', 'looks'),
  ...verdictPartRefusals,
  ...signRefusals,
  ...foreignRefusals,
  ...timestampRefusals,
];

export const LOOKED_FOR: readonly string[] = KINDS.map(({ name, sign }) => `${titleOfKind(name)}: ${sign}`);

export function notRecognised(path: string): Refusal {
  return new Refusal(
    'E_NOT_RECOGNISED',
    `not recognised as evidence: ${path}`,
    { path, looked_for: LOOKED_FOR },
    isUrl(path) ? 'custody verify --help' : headCommand(path),
  );
}

/** What a part is, by the version in its first line. */
export function partText(version: string): string {
  return isVerdictPartVersion(version)
    ? 'a part of a verdict: custody verdict merge makes the verdict from all parts'
    : 'a part of a scan, not a lock: lock merge makes the lock from all parts';
}

export function onlyAPart(path: string, version: string): Refusal {
  const next = isVerdictPartVersion(version) ? 'custody verdict merge --help' : 'lock merge --help';
  return new Refusal('E_NOT_RECOGNISED', `${path} is ${partText(version)}`, { path, version }, next);
}

export function noEvidence(path: string, unknown: number): Refusal {
  const message = `no evidence found in ${path} (${unknown === 1 ? '1 file' : `${unknown} files`} looked at)`;
  return new Refusal('E_NOT_RECOGNISED', message, { path, unknown, looked_for: LOOKED_FOR }, `ls -la ${shellPath(path)}`);
}

/** What was found stays with the delivery. A page without documents would look as if it had them. */
export function nothingForPage(path: string): Refusal {
  const message = `nothing in ${path} can be part of a page; without a path the page has no documents`;
  return new Refusal('E_NOT_RECOGNISED', message, { path }, `ls -la ${shellPath(path)}`);
}

export function ambiguous(path: string, kinds: readonly KindName[]): Refusal {
  const message = `looks like ${kinds.join(' and ')} at the same time, and is judged as neither: ${path}`;
  return new Refusal('E_NOT_RECOGNISED', message, { path, kinds }, headCommand(path));
}

export function cannotRead(path: string, error: string): Refusal {
  return new Refusal('E_IO', `cannot read ${path}: ${error}`, { path, error }, listParentCommand(path));
}

/** A report replaces nothing: what is there may be evidence. It may be a pipe, too, and reading that would wait for ever. */
export function reportExists(path: string): Refusal {
  return new Refusal(
    'E_EXISTS',
    `a report replaces no file, and ${path} exists: choose another name`,
    { path },
    `ls -ld ${shellPath(path)}`,
  );
}

export function notAPage(path: string): Refusal {
  return new Refusal(
    'E_EXISTS',
    `a page replaces only a page, and ${path} is none: choose another name`,
    { path },
    `ls -ld ${shellPath(path)}`,
  );
}

export function cannotWrite(path: string, error: string): Refusal {
  return new Refusal('E_IO', `cannot write the report ${path}: ${error}`, { path, error }, listParentCommand(path));
}

export function cannotListen(host: string, port: number, error: string): Refusal {
  return new Refusal('E_IO', `cannot listen on port ${port} of ${host}: ${error}`, { host, port, error });
}
