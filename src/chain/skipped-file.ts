/**
 * Files in the tools folder of a project that `--all` skips: they are counted and listed, so that nobody assumes they were judged (K9).
 *
 *     { file: '/p/.ai/tools/README.md', reason: 'no tool metadata' }
 */
import type { JsonObject } from '#core/json/value';

export interface SkippedFile {
  /** The path as shown to the user. */
  readonly file: string;
  readonly reason: 'no tool metadata' | 'a link to a folder';
}

export function skippedFields({ file, reason }: SkippedFile): JsonObject {
  return { file, reason };
}

export function skippedLine({ file, reason }: SkippedFile, show: (text: string) => string): string {
  return `passed over ${show(file)}: ${reason}`;
}
