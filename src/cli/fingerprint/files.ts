/**
 * `fingerprint FILE…` without `--fp`: what each file is, by its bytes and by parsing it, and whether its name agrees.
 *
 *     ✓ tape.csv.gz — gzip (application/gzip) that contains CSV (text/csv): `;`, 12 columns, 340 rows, utf-8
 *     ✗ loans.csv — HTML page (text/html): 3 headings, 1 table; named .csv, but it is an HTML page
 */
import { drain } from '#core/bytes/source';
import { errorCode, osText } from '#disk/os-error';
import { withRegularFile } from '#disk/read/regular-file';
import type { FileVerdict, IdentifiedFile } from '#fingerprint/kinds/identified';
import { fileLine, filesDocument, type LineStyle, outcomeOf } from '#fingerprint/kinds/report';
import { identifyFiles as identify } from '#fingerprint/ops/identify/identify';
import { version } from '#installation/paths';
import { unreadableFile } from '#stream/fingerprint-refusals';
import type { Finished, Invocation } from '../command.ts';
import { hashedSource } from '../file-argument.ts';
import { escapeControls, type Paint } from '../output.ts';
import { startProgress } from '../progress.ts';
import { show } from '../show.ts';
import { threadSettings } from './settings.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const names = invocation.args;
  invocation.record.params = { files: [...names] };
  const files = await identified(invocation, names);
  const outcome = outcomeOf(files);
  const style: LineStyle = { show: escapeControls, mark: (verdict) => markOf(verdict, invocation.paint) };
  show(invocation, {
    document: () => filesDocument(files, version),
    lines: () => files.map((file) => fileLine(file, style)),
  });
  return { exit: outcome === 'ALL_MATCHED' ? 0 : 1, outcome };
}

async function identified(invocation: Invocation, names: readonly string[]): Promise<readonly IdentifiedFile[]> {
  const progress = startProgress(invocation, { tool: 'fingerprint', total: names.length, isPrintedLast: true });
  try {
    for (const name of names) recordFile(invocation, name);
    const given = names.map((name) => ({ name, path: invocation.resolve(name) }));
    const settings = { ...threadSettings(invocation), at: invocation.context.now().getTime() };
    return await identify(given, settings, () => progress.advance(1));
  } finally {
    progress.done();
  }
}

function markOf(verdict: FileVerdict, { good, bad, warn }: Paint): string {
  return verdict === 'IDENTIFIED' ? good('✓') : verdict === 'UNKNOWN' ? warn('?') : bad('✗');
}

/** For the ledger (W3). A pipe is refused and not opened, because it might never be written; without a record nothing is hashed. */
function recordFile(invocation: Invocation, path: string): void {
  const { inputs } = invocation.record;
  const at = inputs.push({ path, hash: null, bytes: null }) - 1;
  try {
    withRegularFile(invocation.resolve(path), { follow: true }, (file) => {
      if (invocation.has('--no-witness')) return;
      const source = hashedSource(file.read().source);
      drain(source);
      inputs[at] = { path, ...source.finish() };
    });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw unreadableFile(path, osText(error));
  }
}
