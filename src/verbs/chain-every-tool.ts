/**
 * What `--all` means: every tool of the project space, and for `chain verify` also those that locks remember; each once, in byte order.
 *
 *     everyTool(finder, rememberedTools(locks, finder))     ['say/hello', 'web/scraper']
 */
import { compareUtf8 } from '#core/order';
import type { ToolFinder } from './chain-finder.ts';

export function everyTool(finder: ToolFinder, remembered: readonly string[] = []): readonly string[] {
  return [...new Set([...finder.ids('project'), ...remembered])].sort(compareUtf8);
}
