/**
 * Progress and warnings on standard error, in one of four forms (C9):
 *
 *     --progress       JSON lines: every 1000 records or 500 ms and at the end; a warning at once
 *     a terminal       one line that is redrawn, after half a second of work; warnings above it
 *     CI is set        a line every ten seconds, and the warnings
 *     else, --quiet    only the warnings: vacuum: skipped a.csv (Permission denied)
 *
 * Bytes are counted while they are read, so that one long file shows progress too. In a pipeline only the tool that reads the files draws:
 * `vacuum` is silent where its output goes into a pipe, `lock` and `fingerprint` where their records come from one.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { quote } from '#core/json/write';
import type { Watch } from '#hashing/watch';
import { bytesRead, filesRead, watchReads } from '#threads/read-meter';
import type { Invocation } from './command.ts';
import { escapeControls } from './output.ts';
import { barLine, partOf, rateAfter, type State, stateText } from './progress-text.ts';

export interface Progress {
  /** `count` more records are finished. */
  advance(count: number): void;
  /** `isSkipped` is false for a file that was processed all the same. */
  warn(path: string, message: string, isSkipped?: boolean): void;
  /** Erases the line before something else is printed on the terminal. It is drawn again later. */
  clear(): void;
  done(): void;
}

/** The totals; an undefined one is unknown. */
export interface Measured {
  readonly files?: number | undefined;
  readonly bytes?: number | undefined;
}

export interface ProgressOptions {
  readonly tool: string;
  /** Absent where the total is unknown beforehand. */
  readonly total?: number | undefined;
  /** For a tool that reads files: computes the totals when they are first shown; null where that takes too long. */
  readonly measure?: (() => Measured | null) | undefined;
  /** Nothing is printed until the end, so that a line can be drawn on the terminal of the output too. */
  readonly isPrintedLast?: boolean;
  /** Another tool of the pipeline draws. */
  readonly isSilent?: boolean;
}

const JSON_EVERY = { records: 1000, ms: 500 };
const BAR_AFTER_MS = 500;
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;
const ERASE = '\r\u001b[K';

type ProgressMode = 'json' | 'bar' | 'lines' | 'warnings';

export function startProgress(invocation: Invocation, options: ProgressOptions): Progress {
  const { stderr } = invocation.context;
  const { tool } = options;
  // The line that another tool has drawn there is erased; that tool draws it again below.
  const over = options.isSilent === true && stderr.isTTY ? ERASE : '';
  switch (modeOf(invocation, options)) {
    case 'json':
      return jsonProgress(invocation, options);
    case 'bar':
      return drawnProgress(invocation, options, { afterMs: BAR_AFTER_MS, everyMs: BAR_EVERY_MS, isRedrawn: true });
    case 'lines':
      return drawnProgress(invocation, options, { afterMs: LINE_EVERY_MS, everyMs: LINE_EVERY_MS, isRedrawn: false });
    default:
      return {
        advance: () => {},
        clear: () => {},
        warn: (path, message, isSkipped) => stderr.write(encodeUtf8(over + plainWarning(tool, path, message, isSkipped))),
        done: () => {},
      };
  }
}

/** For an operation that announces how many files it reads. */
export function progressWatch(invocation: Invocation, tool: string): Watch {
  return (total, bytes) => startProgress(invocation, { tool, total, measure: () => ({ bytes: bytes() ?? undefined }) });
}

/** Whether it pays to compute the totals beforehand. */
export function isProgressShown(invocation: Invocation): boolean {
  return modeOf(invocation, {}) !== 'warnings';
}

function modeOf(
  invocation: Invocation,
  { isSilent = false, isPrintedLast = false }: Pick<ProgressOptions, 'isSilent' | 'isPrintedLast'>,
): ProgressMode {
  if (invocation.has('--progress')) return 'json';
  const { stderr, stdout, env } = invocation.context;
  if (isSilent || invocation.has('--quiet')) return 'warnings';
  if (!stderr.isTTY) return isSet(env['CI']) ? 'lines' : 'warnings';
  // Records that are printed on the same terminal are progress enough.
  const isShared = stdout.isTTY && invocation.tool.outputMode === 'stream' && !isPrintedLast;
  return isShared || env['TERM'] === 'dumb' ? 'warnings' : 'bar';
}

function isSet(variable: string | undefined): boolean {
  return variable !== undefined && !['', '0', 'false'].includes(variable);
}

function jsonProgress({ context: { now, stderr }, has }: Invocation, options: ProgressOptions): Progress {
  const { tool, total } = options;
  const state = tracker(options, now().getTime());
  let shown = { files: 0, at: now().getTime() };
  const report = (at: number): void => {
    shown = { files: state.files, at };
    if (!has('--quiet')) stderr.write(encodeUtf8(progressLine(tool, state.at(at), total)));
  };
  const look = (): void => {
    const at = now().getTime();
    if (state.files - shown.files >= JSON_EVERY.records || at - shown.at >= JSON_EVERY.ms) report(at);
  };
  watchReads(look);
  return {
    advance(count) {
      state.files += count;
      look();
    },
    warn: (path, message) => stderr.write(encodeUtf8(warningLine(tool, path, message))),
    clear: () => {},
    done() {
      watchReads(null);
      report(now().getTime());
    },
  };
}

interface Drawing {
  readonly afterMs: number;
  readonly everyMs: number;
  /** On a terminal the line replaces the previous one. */
  readonly isRedrawn: boolean;
}

function drawnProgress({ context: { now, stderr } }: Invocation, options: ProgressOptions, drawing: Drawing): Progress {
  const { tool } = options;
  const { afterMs, everyMs, isRedrawn } = drawing;
  const start = now().getTime();
  const state = tracker(options, start);
  let drawnAt = start + afterMs - everyMs;
  let isDrawn = false;
  const clear = (): void => {
    if (isDrawn) stderr.write(encodeUtf8(ERASE));
    isDrawn = false;
  };
  const look = (): void => {
    const at = now().getTime();
    if (at - drawnAt < everyMs) return;
    drawnAt = at;
    isDrawn = isRedrawn;
    const line = isRedrawn
      ? `${ERASE}${barLine(tool, state.at(at), stderr.columns - 1)}`
      : `${tool}: ${stateText(state.at(at)).trimStart()}\n`;
    stderr.write(encodeUtf8(line));
  };
  watchReads(look);
  return {
    advance(count) {
      state.files += count;
      look();
    },
    clear,
    warn(path, message, isSkipped) {
      clear();
      stderr.write(encodeUtf8(plainWarning(tool, path, message, isSkipped)));
    },
    done() {
      watchReads(null);
      clear();
    },
  };
}

interface Tracker {
  files: number;
  at(ms: number): State;
}

/** Counts the bytes read since it began; the totals are computed when they are first shown. */
function tracker({ total, measure }: ProgressOptions, start: number): Tracker {
  const before = { bytes: bytesRead(), files: filesRead() };
  let measured: Measured | undefined;
  let bytes = 0;
  let last = { at: start, done: 0, rate: 0 };
  return {
    files: 0,
    at(ms) {
      measured ??= measure?.() ?? {};
      // The meter may be too small for a moment.
      bytes = Math.max(bytes, bytesRead() - before.bytes);
      const done = measure === undefined ? this.files : bytes;
      last = { at: ms, done, rate: rateAfter(last, { at: ms, done }) };
      const totalFiles = total ?? measured.files;
      return {
        files: this.files,
        filesAhead: Math.min(totalFiles ?? Number.POSITIVE_INFINITY, Math.max(this.files, filesRead() - before.files)),
        totalFiles,
        bytes: measure === undefined ? undefined : bytes,
        totalBytes: measured.bytes,
        elapsedMs: ms - start,
        rate: last.rate,
      };
    },
  };
}

/**
 * The key order of the specifications: vacuum writes sorted keys without a percentage, hash has its own order; the others use sorted keys.
 */
function progressLine(tool: string, { files, bytes, totalBytes, elapsedMs }: State, total: number | undefined): string {
  const whole = total ?? 'null';
  const percent = total === undefined ? 'null' : (partOf(files, total) * 100).toFixed(1);
  const allBytes = totalBytes ?? 'null';
  if (tool === 'hash') {
    const known = `{"type":"progress","tool":"hash","processed":${files},"total":${whole},"percent":${percent},"elapsed_ms":${elapsedMs}`;
    return `${known},"bytes":${bytes},"total_bytes":${allBytes}}\n`;
  }
  const [first, last] = bytes === undefined ? ['', ''] : [`"bytes":${bytes},`, `"total_bytes":${allBytes},`];
  const share = tool === 'vacuum' ? '' : `"percent":${percent},`;
  return `{${first}"elapsed_ms":${elapsedMs},${share}"processed":${files},"tool":${quote(tool)},"total":${whole},${last}"type":"progress"}\n`;
}

/** A warning among the JSON lines of `--progress`; `path` is null where no file is concerned. */
export function warningLine(tool: string, path: string | null, message: string): string {
  const [where, what] = [path === null ? 'null' : quote(path.toWellFormed()), quote(message.toWellFormed())];
  if (tool === 'hash') return `{"type":"warning","tool":"hash","path":${where},"message":${what}}\n`;
  return `{"message":${what},"path":${where},"tool":${quote(tool)},"type":"warning"}\n`;
}

function plainWarning(tool: string, path: string, message: string, isSkipped = true): string {
  const [where, what] = [escapeControls(path), escapeControls(message)];
  if (!isSkipped) return `${tool}: warning: ${where}: ${what}\n`;
  return tool === 'hash' ? `hash: warning: ${where}: skipped: ${what}\n` : `${tool}: skipped ${where} (${what})\n`;
}
