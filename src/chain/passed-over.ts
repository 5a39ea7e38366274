/**
 * What lies among the tools of a project and `--all` passes over: it is counted and named, so that nobody takes it for judged (K9).
 *
 *     { file: '/p/.ai/tools/README.md', reason: 'no tool metadata' }
 */
import type { JsonObject } from '#core/json/value';

export interface PassedOver {
  /** As it is shown. */
  readonly file: string;
  readonly reason: 'no tool metadata' | 'a link to a folder';
}

export function passedOverFields({ file, reason }: PassedOver): JsonObject {
  return { file, reason };
}

export function passedOverLine({ file, reason }: PassedOver, show: (text: string) => string): string {
  return `passed over ${show(file)}: ${reason}`;
}
