/** The documents that `custody page` has put into the page, as files. */
import type { PageFile } from '../engine/messages.ts';

interface EmbeddedDocument {
  readonly path: string;
  readonly base64: string;
}

export function embeddedFiles(): readonly PageFile[] {
  const text = document.getElementById('evidence')?.textContent ?? '[]';
  return (JSON.parse(text) as readonly EmbeddedDocument[]).map(({ path, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return { path, file: new File([bytes], path.slice(path.lastIndexOf('/') + 1), { lastModified: 0 }) };
  });
}
