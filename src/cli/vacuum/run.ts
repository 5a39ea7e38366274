/**
 * `vacuum ROOT…`: all roots are opened before the first record is written; the first root that cannot be scanned refuses the run.
 *
 *     vacuum data --exclude 'tmp/**'
 */

import { version } from '#installation/paths';
import { parseFilter } from '#stream/filter';
import { scanFiles } from '#stream/ops/scan-files';
import { openRoots } from '#stream/ops/scan-root';
import type { Finished, Invocation } from '../command.ts';
import { warnLedgerInRoot } from '../ledger-in-root.ts';
import { bufferText } from '../output.ts';
import { startProgress } from '../progress.ts';
import { shardOption } from './shard.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const roots = invocation.args;
  const globs = { include: invocation.values('--include'), exclude: invocation.values('--exclude') };
  const follow = !invocation.has('--no-follow');
  invocation.record.inputs = roots.map((path) => ({ path, hash: null, bytes: null }));
  invocation.record.params = { roots, ...globs, no_follow: !follow };
  const shard = await shardOption(invocation);
  if (shard !== undefined) invocation.record.params = { ...invocation.record.params, shard: shard.text };
  const opened = openRoots(roots, invocation.context.cwd);
  const filter = parseFilter(globs);
  warnLedgerInRoot(invocation, opened);
  const out = bufferText(invocation.stdout);
  const progress = startProgress(invocation, { tool: 'vacuum', isSilent: invocation.context.isPiped?.('stdout') === true });
  const onSkip = (path: string, { message }: { message: string }): void => progress.warn(path, message);
  try {
    scanFiles(opened, { filter, follow, version, onSkip, shard: shard?.text, ...shard?.rule }, (line) => {
      out.write(`${line}\n`);
      progress.advance(1);
    });
  } finally {
    out.flush();
    progress.done();
  }
  return { exit: 0, outcome: 'SCAN_COMPLETE' };
}
