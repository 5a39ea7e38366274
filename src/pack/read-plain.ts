/**
 * Reads a manifest in the form that `seal` nearly always writes: canonical and without an escape in any text. This is a few times faster
 * than the strict reader. Any other manifest is left to the strict reader. A differential test checks that both agree.
 *
 *     {"created":"…","member_count":1,"members":[{"bytes_hash":"…","path":"…","type":"…"}],"pack_id":"…","tool_version":"…","version":"pack.v0"}
 */

import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import type { PackMember } from './document.ts';
import type { Memory, ReadManifest } from './read.ts';

/** A longer text may not fit into one string. */
const MAX_LENGTH = 1 << 28;
/** Up to this length memory is not checked. */
const SHORT = 1 << 24;
/** The most memory that a byte of the manifest needs, as text and as members together. */
const COST = 6;

const TEXT = '"([^"\\\\\\u0000-\\u001f]*)"';
const HEAD = new RegExp(`\\{"created":${TEXT},"member_count":(0|[1-9][0-9]{0,14}),"members":\\[`, 'y');
const MEMBER = new RegExp(`\\{(?:"artifact_version":${TEXT},)?"bytes_hash":${TEXT},"path":${TEXT},"type":${TEXT}\\}(,?)`, 'y');
const TAIL = new RegExp(`\\],(?:"note":${TEXT},)?"pack_id":${TEXT},"tool_version":${TEXT},"version":"pack\\.v0"\\}$`, 'y');

/** Returns null if the manifest is written in any other form. */
export function readPlainManifest(bytes: Uint8Array, memory: Memory): ReadManifest | null {
  const text = bytes.length <= SHORT || bytes.length * COST <= memory() ? textOf(bytes) : null;
  const head = text === null ? null : matchAt(HEAD, text, 0);
  if (text === null || head === null) return null;
  const listed = readMembers(text, HEAD.lastIndex);
  const tail = listed === null ? null : matchAt(TAIL, text, listed.end);
  if (listed === null || tail === null) return null;
  const [, created = '', memberCount = ''] = head;
  const [, note = null, packId = '', toolVersion = ''] = tail;
  const fields = { created, memberCount: Number(memberCount), members: listed.members, note, packId, toolVersion };
  const ending = encodeUtf8(`"pack_id":"${packId}","tool_version":"${toolVersion}","version":"pack.v0"}`);
  return {
    ...fields,
    head: bytes.subarray(0, bytes.length - ending.length),
    get document() {
      return documentOf(fields);
    },
  };
}

function textOf(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_LENGTH) return null;
  try {
    return decodeUtf8(bytes);
  } catch {
    return null;
  }
}

interface ListedMembers {
  readonly members: readonly PackMember[];
  /** The position after the list. */
  readonly end: number;
}

function readMembers(text: string, start: number): ListedMembers | null {
  const members: PackMember[] = [];
  if (text[start] === ']') return { members, end: start };
  for (let at = start; ; at = MEMBER.lastIndex) {
    const match = matchAt(MEMBER, text, at);
    if (match === null) return null;
    // The groups are read by index: destructuring the match is slow, and this runs for every member.
    members.push({ path: match[3] as string, bytesHash: match[2] as string, type: match[4] as string, artifactVersion: match[1] ?? null });
    if (match[5] === '') return { members, end: MEMBER.lastIndex };
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
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
