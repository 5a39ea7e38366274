/**
 * Fast check whether a lockfile is, byte for byte, the lock of this chain, whatever its time: then it need not be parsed. If the check fails, the
 * lock may still pin the same; the full reader decides that. A test checks that the two agree.
 */
import { quote } from '#core/json/write';
import { parseInstant } from '#core/time';
import type { Element } from './resolve.ts';

const START = '{\n  "lockfile_version": 1,\n  "generated_at": "';

/** `text` may contain U+FFFD for bytes that are not UTF-8. */
export function isExactLock(text: string, chain: readonly Element[]): boolean {
  if (!text.startsWith(START) || text.includes('\u{fffd}')) return false;
  const end = text.indexOf('"', START.length);
  if (end < 0 || !isTime(text.slice(START.length, end))) return false;
  return text.slice(end + 1) === restOf(chain);
}

/** Cached: locks that were created together have the same time. */
let lastTime = '';

function isTime(text: string): boolean {
  if (text === lastTime) return true;
  if (parseInstant(text) === null) return false;
  lastTime = text;
  return true;
}

function restOf(chain: readonly Element[]): string {
  const { itemId, version, integrity } = chain[0] as Element;
  const root = `"tool_id": ${quote(itemId)},\n    "version": ${quote(version)},\n    "integrity": "${integrity}"`;
  const elements = chain.map(elementText).join(',\n    ');
  return `,\n  "root": {\n    ${root}\n  },\n  "resolved_chain": [\n    ${elements}\n  ],\n  "registry": null\n}`;
}

/** Cached: an element that many chains share is formatted once. */
const texts = new WeakMap<Element, string>();

function elementText(element: Element, position: number): string {
  const known = position === 0 ? undefined : texts.get(element);
  if (known !== undefined) return known;
  const { itemId, space, toolType, executorId, integrity } = element;
  const margin = '\n      ';
  const ids = `"item_id": ${quote(itemId)},${margin}"space": "${space}",${margin}`;
  const fields = `${ids}"tool_type": ${orNull(toolType)},${margin}"executor_id": ${orNull(executorId)},${margin}"integrity": "${integrity}"`;
  const text = `{${margin}${fields}\n    }`;
  if (position > 0) texts.set(element, text);
  return text;
}

function orNull(text: string | null): string {
  return text === null ? 'null' : quote(text);
}
