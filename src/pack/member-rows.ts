/**
 * The members of a pack as rows. Where a manifest is written as `seal` nearly always writes it (in canonical form, in ASCII and without an
 * escape, members ascending, each path safe, each hash a SHA-256) they are only looked at where they stand, which is several times faster than
 * reading them:
 *
 *     {"artifact_version":"rvl.v0","bytes_hash":"sha256:…","path":"rvl.json","type":"report"},{"bytes_hash":…
 */
import { ByteWriter } from '#core/bytes/writer';
import { type FileRows, HASH_LENGTH, HASH_START, PATH_END, PATH_START, ROW_CELLS, VERSION_END, VERSION_START } from '#core/file-rows';
import type { PackMember } from './document.ts';

const CHARACTER = '[ !#-\\[\\]-~]';
/** Neither empty nor `.` or `..` (C4). */
const SEGMENT = '(?!\\.\\.?[/"])[ !#-.0-\\[\\]-~]+';
/** No system's path has more of them, and the engine has no room for millions. */
const MOST_SLASHES = 2047;
/** No drive, and neither the manifest itself nor what would be below it. */
const PATH = `(?![A-Za-z]:|manifest\\.json[/"])${SEGMENT}(?:/${SEGMENT}){0,${MOST_SLASHES}}`;
/** No schema is known of a version with a longer name. */
const LONGEST_VERSION = 200;

const BEFORE_VERSION = '{"artifact_version":"';
const BEFORE_HASH = '"bytes_hash":"sha256:';
const BEFORE_PATH = '","path":"';
const TO_VERSION_END = new RegExp(`\\${BEFORE_VERSION}${CHARACTER}{0,${LONGEST_VERSION}}(?=",)`, 'y');
const TO_PATH_END = new RegExp(`${BEFORE_HASH}${CHARACTER}{${HASH_LENGTH}}${BEFORE_PATH}${PATH}(?=")`, 'y');
const TO_NEXT = new RegExp(`","type":"${CHARACTER}*"\\},?`, 'y');
/** No member takes fewer characters. */
const SHORTEST = '{"bytes_hash":"sha256:","path":"a","type":""}'.length + HASH_LENGTH;

export interface ManifestRows extends FileRows {
  /** Where the list ends. */
  readonly end: number;
}

/** The list of members that begins at `start`; null where it is empty or written in any other way. The text is that of the bytes. */
export function readRows(bytes: Uint8Array, text: string, start: number): ManifestRows | null {
  if (text.length !== bytes.length) return null;
  const cells = new Int32Array(Math.ceil(text.length / SHORTEST) * ROW_CELLS);
  let row = 0;
  for (let at = start; ; row += ROW_CELLS) {
    const isDocument = text[at + 2] === 'a' && matches(TO_VERSION_END, text, at);
    if (isDocument) {
      cells[row + VERSION_START] = at + BEFORE_VERSION.length;
      cells[row + VERSION_END] = TO_VERSION_END.lastIndex;
    } else if (text[at] !== '{') return null;
    const before = isDocument ? TO_VERSION_END.lastIndex + '",'.length : at + 1;
    if (!matches(TO_PATH_END, text, before)) return null;
    cells[row + HASH_START] = before + BEFORE_HASH.length;
    cells[row + PATH_START] = before + BEFORE_HASH.length + HASH_LENGTH + BEFORE_PATH.length;
    cells[row + PATH_END] = TO_PATH_END.lastIndex;
    if ((row > 0 && !ascends(bytes, cells, row)) || !matches(TO_NEXT, text, TO_PATH_END.lastIndex)) return null;
    at = TO_NEXT.lastIndex;
    if (text[at - 1] !== ',') return { bytes, text, count: row / ROW_CELLS + 1, cells, end: at };
  }
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** From the row before to this one. */
function ascends(bytes: Uint8Array, cells: Int32Array, row: number): boolean {
  let before = cells[row - ROW_CELLS + PATH_START] as number;
  let at = cells[row + PATH_START] as number;
  const beforeEnd = cells[row - ROW_CELLS + PATH_END] as number;
  const end = cells[row + PATH_END] as number;
  while (before < beforeEnd && at < end && bytes[before] === bytes[at]) {
    before++;
    at++;
  }
  return before === beforeEnd ? at < end : at < end && (bytes[before] as number) < (bytes[at] as number);
}

/** A hash that no file has, for a member that names none. */
const NO_HASH = '-'.repeat(HASH_LENGTH);
const SHA256 = /^sha256:[0-9a-f]{64}$/;

/** The same of members that were read, in their order. */
export function rowsOf(members: readonly PackMember[]): FileRows {
  const out = new ByteWriter();
  const cells = new Int32Array(members.length * ROW_CELLS);
  members.forEach(({ path, bytesHash, artifactVersion }, index) => {
    const row = index * ROW_CELLS;
    if (artifactVersion !== null && artifactVersion.length <= LONGEST_VERSION) {
      cells[row + VERSION_START] = append(out, artifactVersion);
      cells[row + VERSION_END] = out.length;
    }
    cells[row + HASH_START] = append(out, SHA256.test(bytesHash) ? bytesHash.slice('sha256:'.length) : NO_HASH);
    cells[row + PATH_START] = append(out, path);
    cells[row + PATH_END] = out.length;
  });
  return { bytes: out.view(), text: null, count: members.length, cells };
}

/** Where it begins. */
function append(out: ByteWriter, text: string): number {
  const start = out.length;
  out.text(text);
  return start;
}
