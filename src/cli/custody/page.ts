/** `custody page`: one HTML file that verifies evidence in a browser. The delivery itself is not put into it. */
import { basename } from 'node:path';
import { counted } from '#core/count-text';
import { emitPage, openDocuments, readBuilt, requirePagePlace } from '#evidence/ops/page';
import { nothingForPage } from '#evidence/refusals';
import { pageFile } from '#installation/paths';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, resolve, record } = invocation;
  record.params = { subcommand: 'page', paths: [...args] };
  requireWritableOutput(invocation);
  const output = invocation.value('--output');
  if (output !== undefined) requirePagePlace({ given: output, path: resolve(output) });
  const documents = openDocuments();
  for (const given of args) {
    const path = resolve(given);
    record.inputs.push({ path: given, hash: null, bytes: null });
    const passedOver = await documents.add({ given, path }, basename(path));
    for (const { path: over, reason } of passedOver) invocation.say(`warning: not in the page: ${escapeControls(over)} (${reason})`);
  }
  const [template, all] = [readBuilt(pageFile()), documents.all()];
  if (all.length === 0 && args[0] !== undefined) throw nothingForPage(args[0]);
  writePayload(invocation, (write) => emitPage(template, all, write), { made: { facts: [counted(all.length, 'document')] } });
  return { exit: 0, outcome: 'PAGE_CREATED' };
}
