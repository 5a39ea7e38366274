/**
 * `hashbytes [INPUT]`: adds to every record the hash of its file, in the order of the input for every `--jobs`.
 *
 *     vacuum data | hashbytes --algorithm blake3
 */

import { version } from '#installation/paths';
import type { ObjectTree } from '#store/tree/tree';
import { hashObjects } from '#stream/ops/hash-objects';
import { parseAlgorithm } from '../algorithm.ts';
import type { Finished, Invocation } from '../command.ts';
import { bufferText } from '../output.ts';
import { isProgressShown, type Progress, startProgress } from '../progress.ts';
import { type Input, openInput } from './input.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const jobs = invocation.integer('--jobs', 0);
  invocation.record.params = {
    algorithm: (invocation.value('--algorithm') ?? 'sha256').toLowerCase(),
    ...(jobs === undefined ? {} : { jobs }),
  };
  const algorithm = parseAlgorithm(invocation);
  const input = openInput(invocation);
  const out = bufferText(invocation.stdout);
  const progress = startHashProgress(invocation, input);
  const openTree = async (root: string): Promise<ObjectTree> => (await import('../objects/network.ts')).openTreeFor(invocation, root);
  const options = { algorithm, cwd: invocation.context.cwd, version, threads: jobs, onFailure: progress.warn, openTree };
  try {
    const { skipped } = await hashObjects(input.source, options, (line) => {
      out.write(`${line}\n`);
      progress.advance(1);
    });
    return skipped === 0 ? { exit: 0, outcome: 'ALL_HASHED' } : { exit: 1, outcome: 'PARTIAL' };
  } finally {
    out.flush();
    progress.done();
    invocation.record.inputs = [input.close()];
  }
}

function startHashProgress(invocation: Invocation, input: Input): Progress {
  const found = isProgressShown(invocation) ? input.countRecords() : null;
  return startProgress(invocation, { tool: 'hash', total: found?.files, measure: () => found });
}
