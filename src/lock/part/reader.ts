/**
 * Reads the lines of a part in its region of the memory of a merge. Every line is validated, and must sort behind the one before it.
 *
 *     const part = new PartReader(opened, space, 3);
 *     while (part.nextMember()) …  space.bytes[part.start..part.end], the line with its end
 *     while (part.nextSkip()) …
 *     part.finish();
 *
 * `code` orders parts by their current paths (`path-code.ts`).
 */
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import { FieldReader } from '#core/json/fields';
import { parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import { textOfPath } from '../entry-path.ts';
import { MemberReader } from '../member.ts';
import { NotAPart, type PartHead } from './document.ts';
import { CUT, type OpenedPart, refusing } from './open.ts';
import { AT_END, codeOf, SAME } from './path-code.ts';
import { PlainMember } from './plain-member.ts';
import { badPart } from './refusals.ts';
import { MAX_LINE, type MergeSpace } from './space.ts';

/** How much is read at once: little, so that what was read of all parts is in the processor's cache when it is merged. */
const PIECE = 1 << 16;

export class PartReader {
  readonly name: string;
  /** The number of this part among the parts. */
  readonly index: number;
  readonly head: PartHead;
  /** The line that was read last is `bytes[start..end)` of the space with its line end, until the next one is read. */
  start = 0;
  end = 0;
  code = AT_END;
  /** The path of that line, unescaped: in the space, unless it has an escape. */
  pathBytes: Uint8Array;
  pathStart = 0;
  pathEnd = 0;
  readonly #part: OpenedPart;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #region: { readonly start: number; readonly end: number };
  /** What was read of the part, and not yet as a line: `bytes[#next..#filled)`. */
  #next: number;
  #filled: number;
  #isAtEnd = false;
  #members = 0;
  #skips = 0;
  readonly #plain = new PlainMember();
  readonly #member = new MemberReader();
  readonly #skip = new FieldReader(['path', 'warnings']);
  readonly #entry = new ByteWriter(4096);

  constructor(part: OpenedPart, space: MergeSpace, index: number) {
    const { bytes, view } = space;
    this.#part = part;
    this.index = index;
    ({ name: this.name, head: this.head } = part);
    this.#bytes = bytes;
    this.#view = view;
    this.pathBytes = bytes;
    this.#region = { start: space.regionAt(index), end: space.regionAt(index + 1) };
    this.#next = this.#region.start;
    this.#filled = this.#next;
    this.start = this.#next;
  }

  nextMember(): boolean {
    if (this.#members === this.head.memberCount) return this.#ended();
    if (!this.#readPlain()) {
      // The line may be cut where the region ends.
      const mayBePlain = this.#readLine();
      if (!mayBePlain || !this.#readPlain()) this.#readOther(() => this.#readMember(), false);
    }
    this.#members++;
    return true;
  }

  #readPlain(): boolean {
    const { pathStart: before, pathEnd: beforeEnd } = this;
    const plain = this.#plain;
    const most = this.#filled - this.#next < MAX_LINE ? this.#filled : this.#next + MAX_LINE;
    const isComparable = this.pathBytes === this.#bytes;
    const feed = isComparable ? plain.read(this.#bytes, this.#view, this.#next, most, before, beforeEnd - before) : -1;
    if (feed < 0) return false;
    this.start = this.#next;
    this.end = feed + 1;
    this.#next = feed + 1;
    this.pathStart = plain.pathStart;
    this.pathEnd = plain.pathEnd;
    this.code = this.#codeBehind(this.#bytes, before, beforeEnd, plain.shared);
    if (this.code === SAME) this.#refuseTwice();
    return true;
  }

  /** Reads on until a whole line is in the region, or as much of it as a line may have. Returns false if there was nothing to read. */
  #readLine(): boolean {
    let isRead = false;
    while (!this.#isAtEnd && this.#filled - this.#next < MAX_LINE && this.#feed() < 0) {
      this.#readOn();
      isRead = true;
    }
    return isRead;
  }

  /** The position at which the next line ends, or -1. */
  #feed(): number {
    return this.#bytes.subarray(this.#next, Math.min(this.#filled, this.#next + MAX_LINE)).indexOf(0x0a);
  }

  /** A part may have several skips with the same path. */
  nextSkip(): boolean {
    if (this.#skips === this.head.skippedCount) return this.#ended();
    this.#readLine();
    this.#readOther(() => this.#readSkip(), true);
    this.#skips++;
    return true;
  }

  /** The paths of the next list start anew. */
  startList(): void {
    this.pathBytes = this.#bytes;
    this.pathStart = 0;
    this.pathEnd = 0;
  }

  /** Both lists have been read: checks the last line, and returns the hash in it. */
  finish(): string {
    if (this.#next === this.#filled) this.#readOn();
    if (this.#next !== this.#filled) throw badPart(this.name, 'the counts in the head are not those of the lines');
    return this.#part.finish();
  }

  path(): string {
    return decodeUtf8(this.pathBytes.subarray(this.pathStart, this.pathEnd));
  }

  #ended(): false {
    this.code = AT_END;
    return false;
  }

  /** Reads the next piece. The previous entry moves to the start of the region, because the next one is compared with it. */
  #readOn(): void {
    if (this.#isAtEnd) return;
    const shift = this.start - this.#region.start;
    this.#bytes.copyWithin(this.#region.start, this.start, this.#filled);
    this.start -= shift;
    this.#next -= shift;
    this.#filled -= shift;
    if (this.pathBytes === this.#bytes && this.pathEnd > 0) {
      this.pathStart -= shift;
      this.pathEnd -= shift;
    }
    const count = this.#part.read(this.#bytes.subarray(this.#filled, Math.min(this.#region.end, this.#filled + PIECE)));
    this.#filled += count;
    this.#isAtEnd = count === 0;
  }

  /** Reads a line of any form by the general rules. */
  #readOther(read: () => void, mayRepeat: boolean): void {
    const { pathBytes, pathStart, pathEnd } = this;
    const before = pathBytes === this.#bytes ? pathBytes.subarray(pathStart, pathEnd) : pathBytes;
    const feed = this.#feed();
    if (feed < 0 && this.#filled - this.#next >= MAX_LINE) this.refuse(`expected a line of at most ${MAX_LINE} bytes`);
    if (feed < 0) throw badPart(this.name, CUT);
    this.start = this.#next;
    this.end = this.#next + feed + 1;
    this.#next = this.end;
    refusing(this.name, read);
    let shared = 0;
    const length = Math.min(before.length, this.pathEnd - this.pathStart);
    while (shared < length && before[shared] === this.pathBytes[this.pathStart + shared]) shared++;
    this.code = this.#codeBehind(before, 0, before.length, shared);
    if (this.code === SAME && !mayRepeat) this.#refuseTwice();
  }

  #codeBehind(beforeBytes: Uint8Array, before: number, beforeEnd: number, shared: number): number {
    const at = this.pathStart + shared;
    const beforeAt = before + shared;
    if (at === this.pathEnd && beforeAt === beforeEnd) return SAME;
    const isBehind = at < this.pathEnd && (beforeAt === beforeEnd || (this.pathBytes[at] as number) > (beforeBytes[beforeAt] as number));
    if (!isBehind) this.refuse('its entries are not sorted by path');
    return codeOf(shared, this.pathBytes[at] as number);
  }

  #refuseTwice(): never {
    return this.refuse(`duplicate path ${this.path()}`);
  }

  #readMember(): void {
    this.#readCanonical();
    this.#member.read(this.#entry, this.#members);
    if (this.#member.problem !== null) throw new NotAPart(this.#at('no member of a lock'));
    this.#setPath(this.#member.pathStart, this.#member.pathEnd);
  }

  #readSkip(): void {
    this.#readCanonical();
    const fields = this.#skip;
    fields.read(this.#entry.bytes, 0, this.#entry.length);
    if (!fields.isObject || !fields.isString(PATH) || !Array.isArray(fields.value(WARNINGS))) throw new NotAPart(this.#at('no skip'));
    this.#setPath(fields.start(PATH), fields.end(PATH));
  }

  /** The quoted path is at these places of the line. */
  #setPath(start: number, end: number): void {
    const quoted = { bytes: this.#bytes, start: this.start + start, end: this.start + end };
    const isPlain = !this.#bytes.subarray(quoted.start, quoted.end).includes(0x5c);
    this.pathBytes = isPlain ? this.#bytes : encodeUtf8(textOfPath(quoted));
    this.pathStart = isPlain ? quoted.start + 1 : 0;
    this.pathEnd = isPlain ? quoted.end - 1 : this.pathBytes.length;
  }

  /** An entry is copied into the lock as it is, so it must have the bytes that the lock would have. */
  #readCanonical(): void {
    const end = this.end - 1;
    this.#entry.length = 0;
    this.#entry.text(formatSpine(parseJson(this.#bytes, this.start, end)));
    const { bytes, length } = this.#entry;
    let same = length === end - this.start;
    for (let i = 0; same && i < length; i++) same = bytes[i] === this.#bytes[this.start + i];
    if (!same) throw new NotAPart(this.#at('not in canonical form'));
  }

  refuse(error: string): never {
    throw badPart(this.name, this.#at(error));
  }

  #at(error: string): string {
    return `line ${1 + this.#members + this.#skips + 1}: ${error}`;
  }
}

const PATH = 0;
const WARNINGS = 1;
