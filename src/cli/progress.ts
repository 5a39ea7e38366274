/**
 * Progress and warnings on standard error, in one of three manners (C9):
 *
 *     --progress       JSON lines: every 1000 records or 500 ms and at the end; a warning at once
 *     a terminal       one line that is redrawn, once the work has lasted half a second; warnings above it
 *     anything else    only the warnings: vacuum: skipped a.csv (Permission denied)
 */
import { quote } from '#core/json/write';
import { encodeUtf8 } from '#core/utf8';
import type { Invocation } from './command.ts';
import { escapeControls } from './output.ts';

export interface Progress {
  /** `count` more records are done. */
  advance(count: number): void;
  warn(path: string, message: string): void;
  done(): void;
}

export interface ProgressOptions {
  readonly tool: string;
  /** Absent where the end is not known beforehand. */
  readonly total?: number;
}

interface State {
  readonly processed: number;
  readonly total: number | undefined;
  readonly elapsed: number;
}

const JSON_EVERY = { records: 1000, ms: 500 };
const BAR_AFTER_MS = 500;
const BAR_EVERY_MS = 100;
const ERASE = '\r\u001b[K';

export function startProgress(invocation: Invocation, { tool, total }: ProgressOptions): Progress {
  if (invocation.has('--progress')) return jsonProgress(invocation, tool, total);
  const { stderr, stdout, env } = invocation.world;
  // Records that scroll over the same screen are progress enough.
  const isShared = stdout.isTTY && invocation.tool.outputMode === 'stream';
  if (stderr.isTTY && !isShared && env['TERM'] !== 'dumb') return barProgress(invocation, tool, total);
  return { advance: () => {}, warn: (path, message) => stderr.write(encodeUtf8(plainWarning(tool, path, message))), done: () => {} };
}

function jsonProgress({ world: { now, stderr } }: Invocation, tool: string, total: number | undefined): Progress {
  const start = now().getTime();
  let processed = 0;
  let shown = { processed: 0, at: start };
  const report = (at: number): void => {
    shown = { processed, at };
    stderr.write(encodeUtf8(progressLine(tool, { processed, total, elapsed: at - start })));
  };
  return {
    advance(count) {
      processed += count;
      const at = now().getTime();
      if (processed - shown.processed >= JSON_EVERY.records || at - shown.at >= JSON_EVERY.ms) report(at);
    },
    warn: (path, message) => stderr.write(encodeUtf8(warningLine(tool, path, message))),
    done: () => report(now().getTime()),
  };
}

function barProgress({ world: { now, stderr } }: Invocation, tool: string, total: number | undefined): Progress {
  const start = now().getTime();
  let processed = 0;
  let drawnAt = start + BAR_AFTER_MS - BAR_EVERY_MS;
  let isDrawn = false;
  const clear = (): void => {
    if (isDrawn) stderr.write(encodeUtf8(ERASE));
    isDrawn = false;
  };
  return {
    advance(count) {
      processed += count;
      const at = now().getTime();
      if (at - drawnAt < BAR_EVERY_MS) return;
      drawnAt = at;
      isDrawn = true;
      stderr.write(encodeUtf8(`${ERASE}${barLine(tool, { processed, total, elapsed: at - start }).slice(0, stderr.columns - 1)}`));
    },
    warn(path, message) {
      clear();
      stderr.write(encodeUtf8(plainWarning(tool, path, message)));
    },
    done: clear,
  };
}

/** vacuum writes sorted keys without a percentage and hash its own order, as their specifications have it; the others sorted keys. */
function progressLine(tool: string, { processed, total, elapsed }: State): string {
  const whole = total === undefined ? 'null' : String(total);
  const percent = total === undefined ? 'null' : percentOf(processed, total).toFixed(1);
  if (tool === 'hash')
    return `{"type":"progress","tool":"hash","processed":${processed},"total":${whole},"percent":${percent},"elapsed_ms":${elapsed}}\n`;
  const share = tool === 'vacuum' ? '' : `"percent":${percent},`;
  return `{"elapsed_ms":${elapsed},${share}"processed":${processed},"tool":${quote(tool)},"total":${whole},"type":"progress"}\n`;
}

/** A warning among the JSON lines of `--progress`; `path` is null where it concerns no file. */
export function warningLine(tool: string, path: string | null, message: string): string {
  const [where, what] = [path === null ? 'null' : quote(path.toWellFormed()), quote(message.toWellFormed())];
  if (tool === 'hash') return `{"type":"warning","tool":"hash","path":${where},"message":${what}}\n`;
  return `{"message":${what},"path":${where},"tool":${quote(tool)},"type":"warning"}\n`;
}

function plainWarning(tool: string, path: string, message: string): string {
  const [where, what] = [escapeControls(path), escapeControls(message)];
  return tool === 'hash' ? `hash: warning: ${where}: skipped: ${what}\n` : `${tool}: skipped ${where} (${what})\n`;
}

/** `lock [#####···············]  25% 12500/50000 files, 41200/s` */
function barLine(tool: string, { processed, total, elapsed }: State): string {
  const rate = `${Math.round(processed / (elapsed / 1000))}/s`;
  if (total === undefined) return `${tool} ${processed} files, ${rate}`;
  const percent = percentOf(processed, total);
  const bar = '#'.repeat(Math.floor(percent / 5)).padEnd(20, '·');
  return `${tool} [${bar}] ${String(Math.floor(percent)).padStart(3)}% ${processed}/${total} files, ${rate}`;
}

function percentOf(processed: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, (processed / total) * 100);
}
