/**
 * A line on standard error that is no warning, also with `--quiet`. With `--progress` it is one of the JSON lines:
 *
 *     {"message":"shard 3/8 from Slurm (…)","tool":"lock","type":"note"}
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { quote } from '#core/json/write';
import type { Invocation } from './command.ts';
import { escapeControls } from './output.ts';

export function inform({ tool, has, say, context }: Invocation, text: string): void {
  if (!has('--progress')) return say(escapeControls(text));
  context.stderr.write(encodeUtf8(`{"message":${quote(text.toWellFormed())},"tool":${quote(tool.name)},"type":"note"}\n`));
}

/** A tool that waits for records from a terminal reports it: nobody types records, so most likely an argument was forgotten. */
export function noteWaiting({ context, tool, note }: Invocation): void {
  if (context.isInputTTY === true)
    note(`reading records from the terminal; end with Ctrl-D, or stop with Ctrl-C and see ${tool.binary ?? tool.name} --help`);
}
