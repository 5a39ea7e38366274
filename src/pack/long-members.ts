/**
 * The members of a long manifest as places in its bytes: their texts are made when they are asked for. A million members need 50 MB this way,
 * beside the bytes that are there anyway; with their texts they need five times as much.
 *
 *     new LongMember(list, 91).path      read from {"bytes_hash":"sha256:…","path":"a.csv","type":"other"} at byte 91
 */
import { decodeUtf8 } from '#core/bytes/utf8';
import type { PackMember } from './document.ts';

const QUOTE = 0x22;
const FIRST_OF_ARTIFACT = 0x61;
const ARTIFACT = '{"artifact_version":"'.length;
const HASH = '{"bytes_hash":"'.length;
const NEXT_HASH = '","bytes_hash":"'.length;
const NEXT_PATH = '","path":"'.length;
const NEXT_TYPE = '","type":"'.length;

/** The bytes of a manifest in the form of `read-plain.ts`: no text in it has a quote. */
export class MemberBytes {
  readonly #bytes: Uint8Array;
  /** The path that was read last, which is nearly always asked for several times. */
  #lastAt = -1;
  #lastPath = '';

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  path(at: number): string {
    if (at !== this.#lastAt) {
      this.#lastPath = this.#text(this.#end(this.#hashAt(at)) + NEXT_PATH);
      this.#lastAt = at;
    }
    return this.#lastPath;
  }

  bytesHash(at: number): string {
    return this.#text(this.#hashAt(at));
  }

  type(at: number): string {
    return this.#text(this.#end(this.#end(this.#hashAt(at)) + NEXT_PATH) + NEXT_TYPE);
  }

  artifactVersion(at: number): string | null {
    return this.#hasArtifact(at) ? this.#text(at + ARTIFACT) : null;
  }

  #hasArtifact(at: number): boolean {
    return this.#bytes[at + 2] === FIRST_OF_ARTIFACT;
  }

  #hashAt(at: number): number {
    return this.#hasArtifact(at) ? this.#end(at + ARTIFACT) + NEXT_HASH : at + HASH;
  }

  #end(start: number): number {
    return this.#bytes.indexOf(QUOTE, start);
  }

  #text(start: number): string {
    return decodeUtf8(this.#bytes.subarray(start, this.#end(start)));
  }
}

export class LongMember implements PackMember {
  readonly #list: MemberBytes;
  readonly #at: number;

  /** The member begins at byte `at`. */
  constructor(list: MemberBytes, at: number) {
    this.#list = list;
    this.#at = at;
  }

  get path(): string {
    return this.#list.path(this.#at);
  }

  get bytesHash(): string {
    return this.#list.bytesHash(this.#at);
  }

  get type(): string {
    return this.#list.type(this.#at);
  }

  get artifactVersion(): string | null {
    return this.#list.artifactVersion(this.#at);
  }
}
