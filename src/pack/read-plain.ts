/**
 * Reads a manifest in the form that `seal` nearly always writes: canonical and without an escape in any text. This is a few times faster
 * than the strict reader. Any other manifest is left to the strict reader. A differential test checks that both agree.
 *
 *     {"created":"…","member_count":1,"members":[{"bytes_hash":"…","path":"…","type":"…"}],"pack_id":"…","tool_version":"…","version":"pack.v0"}
 */

import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import type { PackMember } from './document.ts';
import { LongMember, MemberBytes } from './long-members.ts';
import type { Memory, ReadManifest } from './read.ts';

/**
 * Up to `whole` bytes the whole text is held, and memory is not checked. A longer manifest is decoded in pieces, and its members are places in
 * its bytes (`long-members.ts`).
 */
const LENGTHS = { whole: 1 << 24, piece: 1 << 20 };
/** The most memory that a byte of a longer manifest needs, as members and what is found for them. */
const COST = 3;

const TEXT = '"([^"\\\\\\u0000-\\u001f]*)"';
const HEAD = new RegExp(`\\{"created":${TEXT},"member_count":(0|[1-9][0-9]{0,14}),"members":\\[`, 'y');
const MEMBER = new RegExp(`\\{(?:"artifact_version":${TEXT},)?"bytes_hash":${TEXT},"path":${TEXT},"type":${TEXT}\\}(,?)`, 'y');
const TAIL = new RegExp(`\\],(?:"note":${TEXT},)?"pack_id":${TEXT},"tool_version":${TEXT},"version":"pack\\.v0"\\}$`, 'y');

/** Returns null if the manifest is written in any other form. */
export function readPlainManifest(bytes: Uint8Array, memory: Memory, { whole, piece } = LENGTHS): ReadManifest | null {
  const isLong = bytes.length > whole;
  if (isLong && bytes.length * COST > memory()) return null;
  const reader = new PlainReader(bytes, isLong ? piece : bytes.length);
  const head = reader.match(HEAD);
  const members = head === null ? null : readMembers(reader);
  const tail = members === null ? null : reader.match(TAIL);
  if (head === null || members === null || tail === null) return null;
  const [, created = '', memberCount = ''] = head;
  const [, note = null, packId = '', toolVersion = ''] = tail;
  const fields = { created, memberCount: Number(memberCount), members, note, packId, toolVersion };
  const ending = encodeUtf8(`"pack_id":"${packId}","tool_version":"${toolVersion}","version":"pack.v0"}`);
  return {
    ...fields,
    head: bytes.subarray(0, bytes.length - ending.length),
    get document() {
      return documentOf(fields);
    },
  };
}
/** The text of a manifest, whole or in pieces that end before a member, and how far it was read. */
class PlainReader {
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  /** The place in the bytes, kept up only if the text is read in pieces. */
  place = 0;
  readonly #piece: number;
  /** Null where it is not UTF-8. */
  #text: string | null = '';
  #at = 0;
  #end = 0;
  #isAscii = true;

  constructor(bytes: Uint8Array, piece: number) {
    this.bytes = bytes;
    this.isWhole = piece >= bytes.length;
    this.#piece = piece;
  }

  match(pattern: RegExp): RegExpExecArray | null {
    if (this.#at === this.#text?.length && this.#end < this.bytes.length) this.#readOn();
    if (this.#text === null) return null;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return null;
    this.#at = pattern.lastIndex;
    if (!this.isWhole) this.place += this.#isAscii ? match[0].length : encodeUtf8(match[0]).length;
    return match;
  }

  isNext(unit: string): boolean {
    return this.#text?.[this.#at] === unit;
  }

  #readOn(): void {
    const start = this.#end;
    this.#end = endOfPiece(this.bytes, start, this.#piece);
    this.#text = textOf(this.bytes.subarray(start, this.#end));
    this.#isAscii = this.#text?.length === this.#end - start;
    this.#at = 0;
  }
}

/** Returns the end of the manifest if no member begins in the piece. */
function endOfPiece(bytes: Uint8Array, start: number, length: number): number {
  if (start + length >= bytes.length) return bytes.length;
  for (let end = start + length; end > start + 3; end--) if (isBetweenMembers(bytes, end)) return end;
  return bytes.length;
}

/** `"},{"` and then the first letter of a key: no text without quotes contains this. */
function isBetweenMembers(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x7b || bytes[at - 1] !== 0x2c || bytes[at - 2] !== 0x7d || bytes[at - 3] !== 0x22) return false;
  return bytes[at + 1] === 0x22 && (bytes[at + 2] === 0x61 || bytes[at + 2] === 0x62);
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return decodeUtf8(bytes);
  } catch {
    return null;
  }
}

/** Returns null for anything but a list of members. The list ends before its bracket. */
function readMembers(reader: PlainReader): readonly PackMember[] | null {
  const members: PackMember[] = [];
  const places = reader.isWhole ? null : new MemberBytes(reader.bytes);
  if (reader.isNext(']')) return members;
  for (;;) {
    const { place } = reader;
    const match = reader.match(MEMBER);
    if (match === null) return null;
    // The groups are read by index: destructuring the match is slow, and this runs for every member.
    members.push(
      places === null
        ? { path: match[3] as string, bytesHash: match[2] as string, type: match[4] as string, artifactVersion: match[1] ?? null }
        : new LongMember(places, place),
    );
    if (match[5] === '') return members;
  }
}

function documentOf({ created, memberCount, members, note, packId, toolVersion }: Omit<ReadManifest, 'document' | 'head'>): JsonObject {
  return {
    created,
    member_count: memberCount,
    members: members.map(({ path, bytesHash, type, artifactVersion }) => {
      return { ...(artifactVersion === null ? {} : { artifact_version: artifactVersion }), bytes_hash: bytesHash, path, type };
    }),
    ...(note === null ? {} : { note }),
    pack_id: packId,
    tool_version: toolVersion,
    version: 'pack.v0',
  };
}
