/**
 * `fingerprint test FILE SAMPLE…`: checks each assertion of a definition on sample files, without the parent definition.
 *
 *     ✗ november.csv — loan-tape.v1 does not match: expected "Loan ID" in A1, found "Loan"
 *       ✓ filename_regex__tape: "november.csv" matches
 *       ✗ cell_eq__loan_id: expected "Loan ID" in A1, found "Loan"
 */

import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { shortText } from '#core/short-text';
import type { Definition } from '#fingerprint/define/definition';
import { readDefinitionFile } from '#fingerprint/ops/definition-file';
import { type TestedSample, testDocument, testSamples } from '#fingerprint/ops/test-samples';
import { badDefinition, unreadableFile } from '#stream/fingerprint-refusals';
import type { Finished, Invocation } from '../command.ts';
import { recordInput } from '../file-argument.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { threadSettings } from './settings.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [file, ...samples] = invocation.args as [string, ...string[]];
  invocation.record.params = { subcommand: 'test', definition: file, samples };
  for (const path of invocation.args) recordInput(invocation, path);
  const read = readDefinitionFile(file, invocation.resolve(file), { isInstalled: false });
  if (read.kind === 'broken' && read.isUnread) throw unreadableFile(file, read.mistakes[0]?.message ?? '');
  if (read.kind === 'broken') throw badDefinition(file, read.id, read.mistakes);
  const places = samples.map((path) => ({ name: path, path: invocation.resolve(path) }));
  const tested = await testSamples(read.definition, places, { ...threadSettings(invocation), at: invocation.context.now().getTime() });
  const isAllMatched = tested.every(({ fingerprint }) => fingerprint?.matched === true);
  const outcome = isAllMatched ? 'ALL_MATCHED' : 'PARTIAL';
  show(invocation, {
    document: () => testDocument(read.definition, tested, { definition: file, outcome }),
    lines: () => testLines(read.definition, tested, { ...invocation.paint, show: escapeControls }),
  });
  return { exit: isAllMatched ? 0 : 1, outcome };
}

interface TestLook {
  readonly show: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
}

function* testLines(
  { id }: Definition,
  tested: readonly TestedSample[],
  { show: shown, good, bad }: TestLook,
): Generator<string, undefined, undefined> {
  for (const { name, fingerprint, error } of tested) {
    if (fingerprint === null) {
      yield `${bad('✗')} ${shown(name)} — not judged: ${shown(error ?? '')}`;
      continue;
    }
    const { matched, reason, assertions, extracted, content_hash } = fingerprint;
    const verdict = matched ? 'matches' : `does not match: ${shown(reason ?? '')}`;
    yield `${matched ? good('✓') : bad('✗')} ${shown(name)} — ${id} ${verdict}`;
    for (const { name: assertion, passed, severity, detail } of assertions)
      yield `  ${passed ? good('✓') : bad(severity === 'warn' ? '!' : '✗')} ${shown(assertion)}: ${shown(detail)}`;
    for (const [key, value] of Object.entries(extracted ?? {})) yield `  ${shown(key)} = ${shown(shortened(value))}`;
    if (content_hash !== null) yield `  content_hash = ${content_hash}`;
    if (error !== null) yield `  warning: ${shown(error)}`;
  }
  return undefined;
}

const MAX_WIDTH = 100;

function shortened(value: JsonValue): string {
  const text = formatSpine(value);
  return shortText(text, MAX_WIDTH);
}
