/** `custody show`: what a document says, for a person. It verifies nothing. */
import type { JsonObject } from '#core/json/value';
import { maskedUrl } from '#core/masked-url';
import { showEvidence } from '#evidence/ops/show/show';
import { isStoreUrl } from '#evidence/ops/store-url';
import { showLines } from '#evidence/show-text';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { askedBy } from './asked.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, record, resolve, has, context, paint } = invocation;
  const [given = '.'] = args;
  record.params = { subcommand: 'show', path: maskedUrl(given) };
  const shown = await showEvidence({ given, path: isStoreUrl(given) ? given : resolve(given) }, askedBy(invocation));
  record.inputs.push({ path: shown.path, hash: shown.digest, bytes: null });
  const style = { show: escapeControls, bold: paint.bold, dim: paint.dim };
  const columns = context.stdout.isTTY ? context.stdout.columns : null;
  show(invocation, {
    document: () => ({ ...shown }) as unknown as JsonObject,
    lines: () => showLines(shown, { ...style, columns, isWhole: has('--all') }),
  });
  return { exit: 0, outcome: 'SHOWN' };
}
