/**
 * `--verbose`: what a run does, on standard error, before it starts and when it has ended. Standard output is not touched.
 *
 *     lock: lock 0.1.0, Node 20.20.0
 *     lock: in /srv/deliveries
 *     lock: --root december is /srv/deliveries/december
 *     lock: input december.lock.json, 1.2 KB
 *     lock: read 5 files, 2.6 KB, in 1 thread
 *     lock: recorded in /home/ada/.epistemic/witness.jsonl
 *     lock: VERIFY_OK, exit 0, after 0.12 s
 *
 * With `--progress` these are JSON lines too, of type `note`.
 */
import { formatBytes } from '#core/bytes/size';
import { counted, grouped } from '#core/count-text';
import { version } from '#installation/paths';
import { bytesRead, filesRead, threadsJoined } from '#threads/read-meter';
import { ledgerPath } from '#witness/ops/append';
import type { Finished, Invocation } from '../command.ts';
import { inform } from '../note.ts';

/** More inputs than a person reads. */
const MAX_INPUTS = 10;

/** `end` is called after the ledger was written; `isRecorded` says whether this run wrote a record. */
export function beginAccount(invocation: Invocation): { end(finished: Finished, isRecorded: boolean): void } {
  const { context, tool, command, has } = invocation;
  const report = (text: string): void => inform(invocation, text);
  const start = context.now().getTime();
  const before = { bytes: bytesRead(), files: filesRead(), threads: threadsJoined() };
  report(`${tool.binary ?? tool.name} ${version}, Node ${process.versions.node}`);
  reportPaths(invocation, report);
  return {
    end({ exit, outcome }, isRecorded) {
      // The last line on standard error is then the document that was asked for: standard output belongs to the program.
      if (tool.name === 'chain' && command.effects.includes('runs programs') && has('--json')) return;
      for (const line of inputLines(invocation)) report(line);
      const [files, bytes] = [filesRead() - before.files, bytesRead() - before.bytes];
      if (bytes > 0)
        report(`read ${counted(files, 'file')}, ${formatBytes(bytes)}, in ${counted(threadsJoined() - before.threads + 1, 'thread')}`);
      report(isRecorded ? `recorded in ${ledgerPath(context.env, context.cwd)}` : 'no record in the witness ledger');
      const seconds = ((context.now().getTime() - start) / 1000).toFixed(2);
      report(`${outcome === undefined ? '' : `${outcome}, `}exit ${exit}, after ${seconds} s`);
    },
  };
}

function reportPaths(invocation: Invocation, report: (text: string) => void): void {
  try {
    report(`in ${invocation.context.cwd}`);
    for (const [name, given] of pathsOf(invocation)) report(`${name} ${given} is ${invocation.resolve(given)}`);
  } catch {
    // The current folder has no usable path: a command that needs it refuses.
  }
}

/** The relative paths on the line, each with the name of its argument or option. */
function* pathsOf({ command, args, values }: Invocation): Generator<readonly [name: string, given: string]> {
  const isPath = ({ type }: { type: string }): boolean => type === 'file_path' || type === 'dir_path';
  for (const [i, given] of args.entries()) {
    const argument = command.arguments[i] ?? command.arguments.at(-1);
    if (argument !== undefined && isPath(argument) && isRelative(given)) yield [argument.name, given];
  }
  for (const option of command.options.filter(isPath))
    for (const given of values(option.flag)) if (isRelative(given)) yield [option.flag, given];
}

/** Neither absolute, nor standard input, nor the URL of a store. */
function isRelative(given: string): boolean {
  return given !== '-' && !given.startsWith('/') && !/^[a-z][a-z0-9+.-]+:/i.test(given);
}

function* inputLines({ record: { inputs } }: Invocation): Generator<string> {
  for (const { path, bytes } of inputs.slice(0, MAX_INPUTS)) yield `input ${path}${bytes === null ? '' : `, ${formatBytes(bytes)}`}`;
  if (inputs.length > MAX_INPUTS) yield `${grouped(inputs.length - MAX_INPUTS)} more inputs`;
}
