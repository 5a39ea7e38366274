/**
 * Refuses an `--output` inside the folder that is scanned or judged, also through links: the next scan would pin it (L8), and judging
 * evidence must not change it (M3).
 */
import { basename, dirname, join, relative } from 'node:path';
import { isBelow } from '#disk/path/below';
import { isFree } from '#disk/path/is-free';
import { isInside, realPath } from '#disk/path/real-path';
import type { Lock } from '#lock/document';
import { memberAt } from '#lock/ops/member-at';
import { outputInJudged, outputInRoot, outputIsMember } from '#lock/refusals';
import type { VerifyReport } from '#lock/report';
import type { JudgedLock } from '#lock/verify';
import type { PathFilter } from '#stream/filter';
import { isScanned, type ScanRoot } from '#stream/ops/scan-root';
import type { Invocation } from '../command.ts';
import { retypedCommand } from '../retyped-command.ts';

/** A path that the scan excludes is never pinned, and may be the output. */
export function refuseOutputInRoot(invocation: Invocation, { given: typed, path: root }: ScanRoot, filter: PathFilter): void {
  const output = invocation.value('--output');
  if (output === undefined || !isScanned(root, filter, invocation.resolve(output))) return;
  const folder = realPath(root);
  const beside = namesBeside(output, folder)
    .map((name) => join(dirname(folder), name))
    .find((path) => !isInside(folder, path) && isFree(path));
  const next = beside === undefined ? null : retypedCommand(invocation, '--output', relative(invocation.context.cwd, beside));
  throw outputInRoot(output, typed, next);
}

/**
 * The same for an output that a link below the root leads to: `found` receives every link target, and `refuse` is called after the scan.
 */
export function watchLinks(invocation: Invocation, root: ScanRoot): { found(realPath: string): void; refuse(): void } {
  const output = invocation.value('--output');
  const target = output === undefined ? null : realPath(invocation.resolve(output));
  let isLinked = false;
  return {
    found(real) {
      isLinked ||= target !== null && (real === target || isBelow(real, target));
    },
    refuse() {
      if (isLinked && output !== undefined) throw outputInRoot(output, root.given, null);
    },
  };
}

/** If the records say where their files are, the lock must not replace one of the files that it pins. */
export function refuseOutputAmongMembers(invocation: Invocation, { members }: Pick<Lock, 'members'>, roots: readonly string[]): void {
  const output = invocation.value('--output');
  if (output === undefined) return;
  const member = memberAt(invocation.resolve(output), { roots, members });
  if (member !== null) throw outputIsMember(output, member);
}

/** Checks the report of `lock verify --root` before anything is read. */
export function refuseOutputBelowRoot(invocation: Invocation, root: string): void {
  const output = invocation.value('--output');
  if (output !== undefined && isInside(invocation.resolve(root), invocation.resolve(output))) throw outputInJudged(output, root);
}

/** Checks again right before the report is written: a link below the root may lead to a member in another folder. */
export function refuseReportOverMember(invocation: Invocation, { members }: Pick<VerifyReport, 'members'>, lock: JudgedLock): void {
  const output = invocation.value('--output');
  if (output === undefined || members === null) return;
  const { root, failures } = members;
  const member = memberAt(invocation.resolve(output), { roots: [root], members: lock.members, failures });
  if (member !== null) throw outputIsMember(output, member);
}

/** Names to propose: the requested name, then names after the folder. An existing file is never proposed. */
function namesBeside(output: string, folder: string): readonly string[] {
  return [basename(output), ...['', '-2', '-3', '-4'].map((end) => `${basename(folder)}${end}.lock.json`)];
}
