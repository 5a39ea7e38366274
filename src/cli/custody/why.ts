/** `custody why`: everything that is known of a file or a digest. It judges nothing, and as a question it leaves no record. */
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import { maskedUrl } from '#core/masked-url';
import { isStoreUrl } from '#evidence/ops/store-url';
import { whyEvidence } from '#evidence/ops/why/why';
import { dotLines } from '#evidence/why/dot';
import { questionOf } from '#evidence/why/question';
import { whyLines } from '#evidence/why/text';
import type { Why } from '#evidence/why/why';
import { ledgerPath } from '#witness/ops/append';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { writeLines } from '../show.ts';
import { askedBy } from './asked.ts';
import { depthOf } from './depth.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, resolve, values, has, context } = invocation;
  const [asked = ''] = args;
  const question = questionOf(asked);
  if (typeof question === 'string') throw new UsageError(question);
  if (has('--json') && has('--dot')) throw new UsageError('expected either --json or --dot, found both');
  const [folders, stores] = [values('--in'), values('--store')];
  const noUrl = stores.find((url) => !isStoreUrl(url));
  if (noUrl !== undefined)
    throw new UsageError(`--store needs file:FOLDER, oci://HOST/REPOSITORY or s3://BUCKET/PREFIX, found '${maskedUrl(noUrl)}'`);
  const ledger = ledgerPath(context.env, context.cwd);
  const places = [...(folders.length === 0 ? ['.'] : folders), ...stores];
  const why = await whyEvidence(
    { asked, question, place: { given: asked, path: resolve(asked) } },
    {
      places: places.map((given) => ({ given, path: isStoreUrl(given) ? given : resolve(given) })),
      depth: depthOf(invocation),
      ledger: { given: ledger, path: ledger },
      asked: askedBy(invocation),
    },
  );
  writeLines(invocation.stdout, linesOf(invocation, why));
  return { exit: why.outcome === 'FOUND' && why.complete ? 0 : 1 };
}

function linesOf({ has, context, paint }: Invocation, why: Why): Iterable<string> {
  if (has('--json')) return [escapedJson({ ...why } as unknown as JsonObject)];
  if (has('--dot')) return dotLines(why, escapeControls);
  const columns = context.stdout.isTTY ? context.stdout.columns : null;
  return whyLines(why, { show: escapeControls, bold: paint.bold, dim: paint.dim, columns, isWhole: has('--all') });
}

/** Above ASCII: the rest of what could control a terminal is escaped by JSON itself. */
const CONTROLS = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The names come from others, and the output may be seen on a terminal. */
function escapedJson(document: JsonObject): string {
  return formatPretty(document).replace(CONTROLS, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
