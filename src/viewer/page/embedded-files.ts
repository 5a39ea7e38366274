/** The documents that `custody page` has put into the page, as files: evidence, and a policy with the files that it names. */
import type { PageFile } from '../engine/messages.ts';
import type { TrustedFile } from './trust/trusted-files.ts';

interface EmbeddedDocument {
  readonly path: string;
  readonly base64: string;
  readonly trusted?: 'policy' | 'beside';
}

export interface Embedded {
  readonly evidence: readonly PageFile[];
  readonly trusted: readonly TrustedFile[];
}

export function embeddedFiles(): Embedded {
  const text = document.getElementById('evidence')?.textContent ?? '[]';
  const documents = JSON.parse(text) as readonly EmbeddedDocument[];
  return {
    evidence: documents.filter(({ trusted }) => trusted === undefined).map(fileOf),
    trusted: documents.flatMap((each) => (each.trusted === undefined ? [] : [{ ...fileOf(each), role: each.trusted }])),
  };
}

function fileOf({ path, base64 }: EmbeddedDocument): PageFile {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return { path, file: new File([bytes], path.slice(path.lastIndexOf('/') + 1), { lastModified: 0 }) };
}
