/**
 * `pack.tag.v0`: a name for a pack in a store, such as a month. The document is in canonical form with a final newline.
 *
 *     {"pack_id":"sha256:…","tag":"2025-12","version":"pack.tag.v0"}
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { type Digest, isSha256Digest } from '#core/digest';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';

const TAG_VERSION = 'pack.tag.v0';
const TAG = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The form of a tag, for messages. */
export const TAG_FORM = '1 to 100 letters, digits, dots, underscores and dashes, and a letter or digit first';

/** Longer documents are not tags. */
export const MAX_TAG_LENGTH = 4096;

export function isTag(text: string): boolean {
  return TAG.test(text);
}

export function formatTag(tag: string, packId: Digest): Uint8Array {
  return encodeUtf8(`${formatSpine({ pack_id: packId, tag, version: TAG_VERSION })}\n`);
}

/** Returns the id of the pack, or null if the bytes are not the document of this tag. */
export function parseTag(bytes: Uint8Array, tag: string): Digest | null {
  try {
    const document = parseJson(bytes);
    if (!isJsonObject(document) || document['version'] !== TAG_VERSION || document['tag'] !== tag) return null;
    const id = document['pack_id'];
    return typeof id === 'string' && isSha256Digest(id) ? id : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
