/** `custody verdict merge PART…`: makes the verdict on a whole lock from all parts, or with `--part` one part from some of them. */
import { counted } from '#core/count-text';
import { mergedVerdict } from '#evidence/ops/merged-lock';
import { emitMergedVerdictPart, openVerdictParts, type VerdictParts } from '#lock/ops/verdict-part/merge';
import { coverText } from '#lock/part/cover';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { expectedId } from '../expect.ts';
import { type HashedSource, hashedSource } from '../file-argument.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import { newRenderer } from './render.ts';
import { finishedBy } from './verdict-exit.ts';

/** All of them can be open at the same time. */
const MAX_PARTS = 512;

/** Those that say how the verdict is judged or printed. */
const OF_THE_WHOLE = ['--strict', '--expect', '--json', '--format', '--report', '--created'];

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, has, record } = invocation;
  record.params = { subcommand: 'verdict merge' };
  if (args.length > MAX_PARTS)
    throw new UsageError(`expected at most ${MAX_PARTS} parts, found ${args.length}: merge some of them with --part first`);
  if (has('--part')) return mergeToPart(invocation);
  if (has('--output')) throw new UsageError('--output needs --part: --report FORM=FILE writes the verdict to a file');
  const [expect, strict] = [expectedId(invocation), has('--strict')];
  const renderer = await newRenderer(invocation);
  const verdict = mergedVerdict(openRecorded(invocation), { expect, strict });
  record.params = { ...record.params, lock_hash: verdict.id, strict };
  renderer.verdict(verdict, true);
  renderer.end({ outcomes: [verdict.outcome], passedOver: [], unknown: 0 });
  return finishedBy(verdict.outcome);
}

function mergeToPart(invocation: Invocation): Finished {
  const { has, record } = invocation;
  if (!has('--output')) throw new UsageError('--part needs --output: a part is written whole or not at all');
  const other = OF_THE_WHOLE.find(has);
  if (other !== undefined) throw new UsageError(`${other} does not go with --part: it concerns the verdict on the whole lock`);
  requireWritableOutput(invocation);
  const parts = openRecorded(invocation);
  const { covers, coverage, question, id } = parts.head;
  writePayload(invocation, (write) => emitMergedVerdictPart(parts, write), {
    made: {
      facts: [
        `shards ${coverText(covers)} of ${question.shards}`,
        counted(coverage.expected, 'member'),
        counted(parts.files.length, 'part'),
      ],
    },
  });
  record.params = { ...record.params, question: id };
  return { exit: 0, outcome: 'PART_CREATED' };
}

/** Records each part for the ledger with the hash and size of what was read (W3). */
function openRecorded(invocation: Invocation): VerdictParts {
  const sources = new Map<string, HashedSource>();
  const files = invocation.args.map((given) => ({
    given,
    path: invocation.resolve(given),
    observed: (source: Parameters<typeof hashedSource>[0]): HashedSource => {
      const observed = hashedSource(source);
      sources.set(given, observed);
      return observed;
    },
  }));
  try {
    return openVerdictParts(files);
  } finally {
    for (const { given: path } of files) {
      const source = sources.get(path);
      invocation.record.inputs.push(source?.isAtEnd === true ? { path, ...source.finish() } : { path, hash: null, bytes: null });
    }
  }
}
