/**
 * Writes the verdict of `chain verify` as text:
 *
 *     chain verify: CHAIN_DRIFT
 *       web/scraper 1.0.0: DRIFT
 *         lock: lockfiles/web/scraper@1.0.0.lock.json (user)
 *         - CHANGED runtimes/python_script: tools/runtimes/python_script.yaml
 *             expected: 654ce1a0…
 *             actual:   c09bf07b…
 *         re-sign and delete the stale lockfile, or after review: custody chain update web/scraper
 */

import { shellQuote } from '#core/shell-words';
import type { TextStyle } from '#core/text-style';
import type { Finding } from './findings.ts';
import { type SkippedFile, skippedLine } from './skipped-file.ts';
import { countsOf, type ToolVerdict, verifyOutcome } from './verify.ts';

export interface Reported {
  readonly tools: readonly ToolVerdict[];
  readonly frozen: boolean;
  readonly passedOver?: readonly SkippedFile[] | null;
}

export function* reportLines({ tools, frozen, passedOver = null }: Reported, style: TextStyle): Generator<string> {
  const outcome = verifyOutcome(tools, frozen);
  yield `chain verify: ${outcome === 'CHAIN_OK' ? style.good(outcome) : style.bad(outcome)}`;
  for (const tool of tools) if (tool.status !== 'OK' || tools.length === 1) yield* toolLines(tool, frozen, style);
  const { ok, drifted, unlocked, refused } = countsOf(tools);
  for (const each of passedOver ?? []) yield `  ${skippedLine(each, style.show)}`;
  const more = passedOver === null || passedOver.length === 0 ? '' : `, ${passedOver.length} passed over`;
  yield `  ${ok} ok, ${drifted} drifted, ${unlocked} unlocked, ${refused} refused${more}`;
}

function* toolLines(tool: ToolVerdict, frozen: boolean, style: TextStyle): Generator<string> {
  const { show, good, bad, warn } = style;
  const { id, version, lock, status, findings, refusal } = tool;
  const isBad = status === 'DRIFT' || status === 'REFUSED' || (status === 'UNLOCKED' && frozen);
  const paint = status === 'OK' ? good : isBad ? bad : warn;
  yield `  ${show(version === null ? id : `${id} ${version}`)}: ${paint(status)}`;
  if (lock !== null) yield `    lock: ${show(lock.file)} (${lock.space})`;
  for (const finding of findings) yield* findingLines(finding, show);
  if (refusal !== null) yield `    ${refusal.code}: ${show(refusal.message)}`;
  for (const remedy of remediesFor(tool)) yield `    ${show(remedy)}`;
}

function* remediesFor(tool: ToolVerdict): Generator<string> {
  const { status, findings } = tool;
  if (status === 'OK' || status === 'REFUSED') return;
  if (findings.some(({ kind }) => !isOfSignature(kind))) yield lockRemedy(tool);
  const unsigned = findings.filter(({ kind }) => kind === 'UNSIGNED' || kind === 'BAD_SIGNATURE');
  if (unsigned.length > 0)
    yield `a person must decide, after review: custody chain sign ${unsigned.map(({ itemId }) => shellQuote(itemId)).join(' ')}`;
  if (findings.some(({ kind }) => kind === 'UNTRUSTED')) yield 'keys that are trusted: custody chain trust list';
}

function isOfSignature(kind: Finding['kind']): boolean {
  return kind === 'UNSIGNED' || kind === 'BAD_SIGNATURE' || kind === 'UNTRUSTED';
}

/** An element that is gone cannot be pinned again. */
function lockRemedy({ id, lock, findings }: ToolVerdict): string {
  if (findings.some(({ kind }) => kind === 'ROLLED_BACK'))
    return 'a person must decide: restore the newer version, or delete the lockfile if the older version is wanted';
  if (lock === null) return `a person must decide, after review: custody chain lock ${shellQuote(id)}`;
  if (findings.some(({ kind, position }) => kind === 'MISSING' && position === 0))
    return `a person must decide: restore the tool, or delete the stale lockfile ${lock.file}`;
  return `a person must decide: restore what was pinned, or after review re-sign and delete the stale lockfile, or custody chain update ${shellQuote(id)}`;
}

function* findingLines({ kind, itemId, file, expected, actual }: Finding, show: (text: string) => string): Generator<string> {
  yield `    - ${kind} ${show(itemId)}${file === null ? '' : `: ${show(file)}`}`;
  if (expected !== null) yield `        expected: ${show(expected)}`;
  if (actual !== null) yield `        actual:   ${show(actual)}`;
}
