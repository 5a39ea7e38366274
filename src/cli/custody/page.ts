/** `custody page`: one HTML file that verifies evidence in a browser. The delivery itself is not put into it. */
import { basename } from 'node:path';
import { counted } from '#core/count-text';
import { documentsAt, type PageDocument, pageWith, readBuilt, requirePagePlace } from '#evidence/ops/page';
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
  const documents = new Map<string, PageDocument>();
  for (const given of args) {
    const path = resolve(given);
    record.inputs.push({ path: given, hash: null, bytes: null });
    const named = await documentsAt({ given, path }, basename(path));
    for (const document of named.documents) documents.set(document.path, document);
    for (const { path: over, reason } of named.passedOver) invocation.say(`warning: not in the page: ${escapeControls(over)} (${reason})`);
  }
  const page = pageWith(readBuilt(pageFile()), [...documents.values()]);
  writePayload(invocation, (write) => write(page), { made: { facts: [counted(documents.size, 'document')] } });
  return { exit: 0, outcome: 'PAGE_CREATED' };
}
