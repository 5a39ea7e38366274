/**
 * The progress of a run as text.
 *
 *     37% 3.4/9.2 GB · 12/40 files · 512 MB/s · 0:11 left
 *     1.2 GB · 310 files · 498 MB/s                            where the total is unknown
 *     25% 12500/50000 files · 41200/s · 0:01 left              where no bytes are counted
 */
export interface State {
  /** Records that were written. */
  readonly files: number;
  /** Files that are finished, including those whose records wait for their turn. */
  readonly filesAhead: number;
  /** Undefined where it is unknown. */
  readonly totalFiles: number | undefined;
  /** Undefined where the tool reads no files. */
  readonly bytes: number | undefined;
  readonly totalBytes: number | undefined;
  readonly elapsedMs: number;
  /** Bytes per second, or files per second where no bytes are counted. */
  readonly rate: number;
}

export function stateText(state: State): string {
  const { filesAhead, totalFiles, bytes, totalBytes, rate } = state;
  const share = shareOf(state);
  const percent = share === undefined ? '' : `${String(Math.floor(share * 100)).padStart(3)}% `;
  const parts = [
    ...(bytes === undefined ? [] : [totalBytes === undefined ? sizeText(bytes) : outOf(bytes, totalBytes)]),
    `${totalFiles === undefined ? filesAhead : `${filesAhead}/${totalFiles}`} files`,
    ...(bytes === undefined ? [`${Math.round(rate)}/s`] : [`${sizeText(rate)}/s`]),
    ...leftText(state, share),
  ];
  return percent + parts.join(' · ');
}

/** `lock [#######·············]  37% …`; the bar takes the remaining width, and is left out on a narrow terminal. */
export function barLine(tool: string, state: State, columns: number): string {
  const text = stateText(state);
  const share = shareOf(state);
  const room = Math.min(MAX_BAR_WIDTH, columns - tool.length - text.length - ' [] '.length);
  if (share === undefined || room < NARROWEST_BAR) return `${tool} ${text.trimStart()}`.slice(0, columns);
  return `${tool} [${'#'.repeat(Math.floor(share * room)).padEnd(room, '·')}] ${text}`;
}

const MAX_BAR_WIDTH = 20;
const NARROWEST_BAR = 5;

/** A number from 0 to 1: by bytes where they are known, else by files where their number is meaningful. */
function shareOf({ filesAhead, totalFiles, bytes, totalBytes }: State): number | undefined {
  if (bytes !== undefined && totalBytes !== undefined && totalBytes > 0) return Math.min(1, bytes / totalBytes);
  if (totalFiles === undefined || (bytes !== undefined && totalFiles < MANY)) return undefined;
  return partOf(filesAhead, totalFiles);
}

/** With fewer files than this, one file may be nearly all there is to read. */
const MANY = 100;

export function partOf(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total);
}

function leftText(state: State, share: number | undefined): string[] {
  const { bytes, totalBytes, elapsedMs, rate } = state;
  if (share === undefined || share === 0) return [];
  const isByBytes = bytes !== undefined && totalBytes !== undefined && totalBytes > 0;
  const seconds = isByBytes ? Math.max(0, totalBytes - bytes) / rate : (elapsedMs / 1000 / share) * (1 - share);
  return Number.isFinite(seconds) ? [`${timeText(Math.ceil(seconds))} left`] : [];
}

/** `0:11`, `12:05`, `3:00:09`. */
function timeText(seconds: number): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const FIRST_WITH_DECIMALS = UNITS.indexOf('GB');

function unitOf(bytes: number): number {
  let unit = 0;
  for (let rest = bytes; rest >= 1000 && unit < UNITS.length - 1; rest /= 1000) unit++;
  return unit;
}

function inUnit(bytes: number, unit: number): string {
  return (bytes / 1000 ** unit).toFixed(unit >= FIRST_WITH_DECIMALS ? 1 : 0);
}

function sizeText(bytes: number): string {
  const unit = unitOf(bytes);
  return `${inUnit(bytes, unit)} ${UNITS[unit]}`;
}

function outOf(bytes: number, total: number): string {
  const unit = unitOf(total);
  return `${inUnit(Math.min(bytes, total), unit)}/${inUnit(total, unit)} ${UNITS[unit]}`;
}

/** A rate is an average over about this many milliseconds. */
const RATE_OVER_MS = 3000;

/** How much was done at a time. */
interface Point {
  readonly at: number;
  readonly done: number;
}

/** The rate per second; older measurements count less. */
export function rateAfter(last: Point & { readonly rate: number }, { at, done }: Point): number {
  const ms = at - last.at;
  if (ms <= 0) return last.rate;
  const latest = ((done - last.done) / ms) * 1000;
  const weight = last.rate === 0 ? 1 : 1 - Math.exp(-ms / RATE_OVER_MS);
  return last.rate + (latest - last.rate) * weight;
}
