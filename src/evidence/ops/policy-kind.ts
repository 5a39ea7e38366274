/** Whether a file of no kind of its own is a policy: a key that may sign policies is seldom one that may sign any file. */
import { readStart } from '#disk/read/regular-file';

const START = 4096;

export function isPolicyFile(path: string): boolean {
  const head = new Uint8Array(START);
  const length = readStart(path, head);
  const text = Buffer.from(head.subarray(0, length)).toString('latin1');
  return /^\s*(?:#[^\n]*\n\s*)*(?:version:|\{\s*"version"\s*:)\s*["']?policy\.v\d+/.test(text);
}
