/**
 * Text for people: colours where they are wanted, control characters made visible.
 *
 *     escapeControls(`a${LF}b`)   a\nb, so that a path can never forge a second line or control the terminal
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { ByteSink } from '#core/ports';
import type { RunContext, Terminal } from './run-context.ts';

export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
}

/**
 * Colours are used on a terminal or with `FORCE_COLOR` (set, and neither empty nor 0), but not with `NO_COLOR` (set and not empty) or
 * `--no-color`.
 */
export function paintFor(terminal: Terminal, { env, noColor }: { env: RunContext['env']; noColor: boolean }): Paint {
  const isForced = (env['FORCE_COLOR'] ?? '0') !== '0' && env['FORCE_COLOR'] !== '';
  const isWanted = (isForced || terminal.isTTY) && !env['NO_COLOR'] && !noColor;
  const colour = (code: number) => (text: string) => (isWanted ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: colour(32), bad: colour(31), warn: colour(33), dim: colour(2), bold: colour(1) };
}

/** C0 and C1 controls, DEL, line separators and the direction marks that could reorder the visible text. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

export function escapeControls(text: string): string {
  return text.replace(UNSAFE, (unit) => SHORT[unit] ?? `\\u{${unit.charCodeAt(0).toString(16)}}`);
}

export function writeText(sink: ByteSink, text: string): void {
  sink.write(encodeUtf8(text));
}

const PIECE = 64 * 1024;

/** Collects text for a sink into pieces of about 64 KiB, so that many short lines do not need many writes. */
export function bufferText(sink: ByteSink): { write(text: string): void; flush(): void } {
  let held = '';
  const flush = (): void => {
    const text = held;
    held = '';
    if (text !== '') sink.write(encodeUtf8(text));
  };
  return {
    write(text) {
      held += text;
      if (held.length >= PIECE) flush();
    },
    flush,
  };
}
