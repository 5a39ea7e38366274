/** A file inside a PDF: its name, and the hash of its bytes. Null if there is none. */
import { sha256Hex } from '#hashing/hashers';
import type { Engine } from './engine.ts';

export function attachedFile(engine: Engine, attachment: number): readonly string[] | null {
  const { api } = engine;
  if (attachment === 0) return null;
  const name = engine.text((buffer, length) => api.FPDFAttachment_GetName(attachment, buffer, length));
  const bytes = engine.blob((buffer, length, out) => api.FPDFAttachment_GetFile(attachment, buffer, length, out));
  return [name, bytes === null ? 'no file' : `sha256:${sha256Hex(bytes)}`];
}
