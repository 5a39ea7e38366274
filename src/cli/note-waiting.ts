/** A tool that waits for records from a terminal reports it: nobody types records, so most likely an argument was forgotten. */
import type { Invocation } from './command.ts';

export function noteWaiting({ context, tool, note }: Invocation): void {
  if (context.isInputTTY === true)
    note(`reading records from the terminal; end with Ctrl-D, or stop with Ctrl-C and see ${tool.binary ?? tool.name} --help`);
}
