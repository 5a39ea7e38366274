/**
 * `chain sign`: adds a signature line over the content of a tool, by the user's own key, in any space (K6). Content that the key has already
 * signed is not changed; a line by another key, or over other content, is replaced.
 *
 *     signTools(['web/scraper'], { roots, finder, resolve, signedAt: '2026-01-01T00:00:00Z', sync: true })
 *       { signed: [{ tool: 'web/scraper', file: '/p/.ai/tools/web/scraper.py', changed: true, … }], warnings: [] }
 */

import { osText } from '#disk/os-error';
import { realPath } from '#disk/path/real-path';
import { writeWhole } from '#disk/write/whole-file';
import { newHasher } from '#hashing/hashers';
import { type PrivateKey, signHex, verifyHex } from '#keys/ed25519';
import { integrityOf, NotUtf8, splitSigned, withSignature } from '../integrity.ts';
import { badTool, cannotAccess } from '../refusals.ts';
import { BadSignatureLine, formatSidecar, isSignedInside, type SignatureLine } from '../signature-line.ts';
import { signingKeys } from './keys.ts';
import { readRegular, readSidecar, sidecarOf } from './space-files.ts';
import { locateTool, type ToolFile, type ToolSearch } from './tool-file.ts';

export interface SignOptions extends ToolSearch {
  /** In UTC, in whole seconds. */
  readonly signedAt: string;
  readonly sync: boolean;
}

export interface SignedTool {
  /** The id of the tool, or null for a file outside every space. */
  readonly tool: string | null;
  readonly file: string;
  readonly fingerprint: string;
  /** The hash of the content. */
  readonly hash: string;
  /** The size of the file before it was signed. */
  readonly size: number;
  readonly changed: boolean;
}

interface ReadTool extends ToolFile {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly signature: SignatureLine | null;
}

/** All tools are read before the first one is written. */
export function signTools(asked: readonly string[], options: SignOptions): { signed: readonly SignedTool[]; warnings: readonly string[] } {
  const { privateKey, warnings } = signingKeys(options.roots);
  const files = new Map(asked.map((given) => locateTool(given, options)).map((found) => [found.path, found]));
  const tools = [...files.values()].map(readTool);
  return { signed: tools.map((tool) => signTool(tool, privateKey, options)), warnings };
}

function readTool(found: ToolFile): ReadTool {
  const { tool, file, path, extension } = found;
  try {
    const bytes = readRegular(path);
    const { content, signature } = splitSigned(extension, bytes);
    const isInside = isSignedInside(extension);
    // No line can be placed before the byte order mark, and a line after it would not be the first.
    if (isInside && content.startsWith('\u{feff}')) throw new BadSignatureLine('expected text to sign, found a byte order mark before it');
    const hash = integrityOf(content, newHasher);
    return { ...found, bytes, hash, signature: isInside ? signature : readSidecar(realPath(sidecarOf(path)), { read: readRegular }) };
  } catch (error) {
    if (error instanceof NotUtf8 || error instanceof BadSignatureLine) throw badTool(tool ?? file, file, error.message, null);
    throw cannotAccess(`cannot read tool ${tool ?? file}: ${osText(error)}`, file, osText(error));
  }
}

function signTool(found: ReadTool, privateKey: PrivateKey, { signedAt, sync }: SignOptions): SignedTool {
  const { tool, file, path, extension, bytes, hash, signature } = found;
  const { fingerprint } = privateKey.publicKey;
  const changed = !isSignedBy(privateKey, hash, signature);
  if (changed) {
    const line = { signedAt, hash, signature: signHex(privateKey, hash), fingerprint, provider: null, user: null };
    const isInside = isSignedInside(extension);
    const signed = isInside
      ? { path, bytes: withSignature(extension, bytes, line) }
      : { path: sidecarOf(path), bytes: formatSidecar(line) };
    replaceFile(signed, found, sync);
  }
  return { tool, file, fingerprint, hash, size: bytes.length, changed };
}

function isSignedBy({ publicKey }: PrivateKey, hash: string, signature: SignatureLine | null): boolean {
  const { fingerprint } = publicKey;
  return signature?.fingerprint === fingerprint && signature.hash === hash && verifyHex(publicKey, hash, signature.signature);
}

/** A change made to the tool in the meantime is neither overwritten nor signed. */
function replaceFile(signed: { path: string; bytes: Uint8Array }, { tool, file, path, bytes }: ReadTool, sync: boolean): void {
  try {
    const beforeRename = (): void => {
      if (!Buffer.from(bytes).equals(readRegular(path))) throw new Error('changed while it was signed');
    };
    writeWhole(signed.path, signed.bytes, { sync, beforeRename });
  } catch (error) {
    throw cannotAccess(`cannot sign tool ${tool ?? file}: ${osText(error)}`, file, osText(error));
  }
}
