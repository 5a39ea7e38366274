/**
 * The manifest of an evidence pack, `pack.v0`: the members of the pack, each with its hash, and a hash over all of them. Its bytes are its
 * canonical form without a final newline. `note` and `artifact_version` are left out if there is none (P1).
 *
 *     {"created":"2026-01-15T10:30:00Z","member_count":1,
 *      "members":[{"artifact_version":"rvl.v0","bytes_hash":"sha256:…","path":"rvl.report.json","type":"report"}],
 *      "note":"November to December","pack_id":"sha256:…","tool_version":"0.1.0","version":"pack.v0"}
 *
 * `pack_id` is SHA-256 over these bytes with `"pack_id":""`. The bytes are written in pieces, so a manifest need not fit into one string.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { Digest } from '#core/digest';
import { quote } from '#core/json/write';
import type { NewHasher } from '#core/ports';

export const PACK_VERSION = 'pack.v0';

/** The manifest is a file beside the members and is never a member itself. */
export const MANIFEST_NAME = 'manifest.json';

/**
 * In bytes; enough for about two million members. Longer manifests are refused everywhere, so that a hostile manifest cannot fill the
 * memory.
 */
export const MAX_MANIFEST_LENGTH = 1 << 28;

/**
 * At the top of a pack this name would hide the manifest, as a file or as a folder. A nested pack has its own manifest in its own folder.
 */
export function isReserved(path: string): boolean {
  return path.startsWith(MANIFEST_NAME) && (path.length === MANIFEST_NAME.length || path[MANIFEST_NAME.length] === '/');
}

export interface PackMember {
  /** The path relative to the pack, with `/` between segments. */
  readonly path: string;
  readonly bytesHash: string;
  readonly type: string;
  readonly artifactVersion: string | null;
}

/** A manifest before it is sealed: all of its fields except its own hash. */
export interface Manifest {
  readonly created: string;
  readonly note: string | null;
  readonly toolVersion: string;
  /** Sorted by path in byte order. */
  readonly members: readonly PackMember[];
}

type Emit = (bytes: Uint8Array) => void;

/** The number of members that are written at once. */
const RUN = 1024;

/** Writes the bytes of manifest.json, with the given `pack_id`. */
export function emitManifest(manifest: Manifest, packId: string, emit: Emit): void {
  emitHead(manifest, emit);
  emit(tailOf(manifest, packId));
}

/** Writes the bytes before `pack_id`. */
function emitHead({ created, note, members }: Manifest, emit: Emit): void {
  const text = (part: string): void => emit(encodeUtf8(part));
  text(`{"created":${quote(created)},"member_count":${members.length},"members":[`);
  for (let start = 0; start < members.length; start += RUN) {
    const run = members
      .slice(start, start + RUN)
      .map(formatMember)
      .join(',');
    text(start === 0 ? run : `,${run}`);
  }
  text(`],${note === null ? '' : `"note":${quote(note)},`}`);
}

/** Returns the bytes from `pack_id` to the end. */
export function tailOf({ toolVersion }: Pick<Manifest, 'toolVersion'>, packId: string): Uint8Array {
  return encodeUtf8(`"pack_id":${quote(packId)},"tool_version":${quote(toolVersion)},"version":${quote(PACK_VERSION)}}`);
}

function formatMember({ artifactVersion, bytesHash, path, type }: PackMember): string {
  const version = artifactVersion === null ? '' : `"artifact_version":${quote(artifactVersion)},`;
  return `{${version}"bytes_hash":${quote(bytesHash)},"path":${quote(path)},"type":${quote(type)}}`;
}

/** Computes the self-hash: the hash of the bytes with an empty `pack_id`. */
export function packIdOf(manifest: Manifest, newHasher: NewHasher): Digest {
  const hasher = newHasher('sha256');
  emitManifest(manifest, '', (bytes) => hasher.update(bytes));
  return `sha256:${hasher.digest()}`;
}

/** Returns the self-hash and the bytes of the sealed manifest. The members are formatted only once. */
export function sealManifest(manifest: Manifest, newHasher: NewHasher): { readonly packId: Digest; readonly runs: readonly Uint8Array[] } {
  const hasher = newHasher('sha256');
  const runs: Uint8Array[] = [];
  emitHead(manifest, (bytes) => {
    hasher.update(bytes);
    runs.push(bytes);
  });
  hasher.update(tailOf(manifest, ''));
  const packId: Digest = `sha256:${hasher.digest()}`;
  return { packId, runs: [...runs, tailOf(manifest, packId)] };
}
