/**
 * `vacuum ROOT…`: all roots are opened before the first record is written; the first root that cannot be scanned refuses the run.
 *
 *     vacuum data --exclude 'tmp/**'
 *     vacuum s3://evidence/2025
 */

import { maskedUrl } from '#core/masked-url';
import { version } from '#installation/paths';
import { parseFilter } from '#stream/filter';
import { isObjectRoot } from '#stream/object';
import { type Scanning, scanFiles } from '#stream/ops/scan-files';
import { openRoots } from '#stream/ops/scan-root';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { warnLedgerInRoot } from '../ledger-in-root.ts';
import { bufferText } from '../output.ts';
import { startProgress } from '../progress.ts';
import { shardOption } from './shard.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const roots = invocation.args;
  const globs = { include: invocation.values('--include'), exclude: invocation.values('--exclude') };
  const follow = !invocation.has('--no-follow');
  const shown = roots.map(maskedUrl);
  invocation.record.inputs = shown.map((path) => ({ path, hash: null, bytes: null }));
  invocation.record.params = { roots: shown, ...globs, no_follow: !follow };
  const shard = await shardOption(invocation);
  if (shard !== undefined) invocation.record.params = { ...invocation.record.params, shard: shard.text };
  const scan = await scanOf(invocation, roots);
  const filter = parseFilter(globs);
  const out = bufferText(invocation.stdout);
  const progress = startProgress(invocation, { tool: 'vacuum', isSilent: invocation.context.isPiped?.('stdout') === true });
  const onSkip = (path: string, { message }: { message: string }): void => progress.warn(path, message);
  try {
    await scan({ filter, follow, version, onSkip, shard: shard?.text, ...shard?.rule }, (line) => {
      out.write(`${line}\n`);
      progress.advance(1);
    });
  } finally {
    out.flush();
    progress.done();
  }
  return { exit: 0, outcome: 'SCAN_COMPLETE' };
}

type Scan = (options: Scanning, onLine: (line: string) => void) => void | Promise<void>;

/** All roots are opened here. The objects of a store are scanned alone. */
async function scanOf(invocation: Invocation, roots: readonly string[]): Promise<Scan> {
  const url = roots.find(isObjectRoot);
  if (url === undefined) {
    const opened = openRoots(roots, invocation.context.cwd);
    warnLedgerInRoot(invocation, opened);
    return (options, onLine) => scanFiles(opened, options, onLine);
  }
  if (roots.length > 1) throw new UsageError('expected no other ROOT beside the URL of a store');
  const [{ openTreeFor }, { scanObjects }] = await Promise.all([import('../objects/network.ts'), import('#stream/ops/scan-objects')]);
  const tree = await openTreeFor(invocation, url);
  return (options, onLine) => scanObjects(tree, options, onLine).finally(() => tree.close());
}
