/**
 * `chain sign`: a signature line over the content of a tool, by the user's own key, in whatever space the tool lies (K6). What the key has
 * signed already is left untouched; a line by another key, or over other content, is replaced.
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
  /** UTC, whole seconds. */
  readonly signedAt: string;
  readonly sync: boolean;
}

export interface SignedTool {
  /** Its id, or null for a file outside every space. */
  readonly tool: string | null;
  readonly file: string;
  readonly fingerprint: string;
  /** Of the content. */
  readonly hash: string;
  /** Of the file before it was signed. */
  readonly size: number;
  readonly changed: boolean;
}

interface ReadTool extends ToolFile {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly signature: SignatureLine | null;
}

/** All of them are read before the first is written. */
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
    // No line can stand before it, and behind it none would be the first.
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

/** What somebody wrote into the tool meanwhile is not overwritten, and not signed. */
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
