/**
 * `fingerprint test FILE SAMPLE…`: each assertion of a definition on sample files, judged by itself, without its parent.
 *
 *     ✗ november.csv — loan-tape.v1 does not match: expected "Loan ID" in A1, found "Loan"
 *       ✓ filename_regex__tape: "november.csv" matches
 *       ✗ cell_eq__loan_id: expected "Loan ID" in A1, found "Loan"
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { readDefinitionFile } from '#fingerprint/ops/definition-file';
import { testDocument, testSamples } from '#fingerprint/ops/test-samples';
import { badDefinition, unreadableFile } from '#stream/fingerprint-refusals';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { noteFile } from './note-file.ts';
import { crewSettings } from './shelf.ts';
import { testLines } from './test-lines.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [file, ...samples] = invocation.args as [string, ...string[]];
  invocation.record.params = { subcommand: 'test', definition: file, samples };
  for (const path of invocation.args) noteFile(invocation, path);
  const read = readDefinitionFile(file, invocation.resolve(file), { isInstalled: false });
  if (read.kind === 'broken' && read.isUnread) throw unreadableFile(file, read.mistakes[0]?.message ?? '');
  if (read.kind === 'broken') throw badDefinition(file, read.id, read.mistakes);
  const places = samples.map((path) => ({ name: path, path: invocation.resolve(path) }));
  const tested = await testSamples(read.definition, places, { ...crewSettings(invocation), at: invocation.world.now().getTime() });
  const isAllMatched = tested.every(({ fingerprint }) => fingerprint?.matched === true);
  const outcome = isAllMatched ? 'ALL_MATCHED' : 'PARTIAL';
  const text = invocation.has('--json')
    ? `${formatPretty(testDocument(read.definition, tested, { definition: file, outcome }))}\n`
    : [...testLines(read.definition, tested, { ...invocation.paint, show: escapeControls })].map((line) => `${line}\n`).join('');
  invocation.stdout.write(encodeUtf8(text));
  return { exit: isAllMatched ? 0 : 1, outcome };
}
