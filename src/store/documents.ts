/**
 * Short documents beside the packs of a store, each under a name: the tags of packs, and the parts of ledgers. A new document never replaces
 * another one.
 *
 *     await store.documents.create('tags', '2025-12', bytes)      'created', or 'present' if the name is taken
 *     await store.documents.read('tags', '2025-12', 4096)         the bytes, or undefined
 */
import { Refusal } from '#core/refusal';

export type DocumentFolder = 'tags' | 'ledgers';

export interface Documents {
  /** The names in byte order. Anything else in the folder is ignored. */
  list(folder: DocumentFolder): Promise<readonly string[]>;
  /** Undefined if there is none. One of more than `limit` bytes is refused. */
  read(folder: DocumentFolder, name: string, limit: number): Promise<Uint8Array | undefined>;
  /** `present`: a document has this name already, with whatever content. */
  create(folder: DocumentFolder, name: string, bytes: Uint8Array): Promise<'created' | 'present'>;
  replace(folder: DocumentFolder, name: string, bytes: Uint8Array): Promise<void>;
}

/** A name that is valid as a file, as an object and as a part of a tag in a registry. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

export function isDocumentName(name: string): boolean {
  return NAME.test(name);
}

/** The store has something else under the name. */
export function otherDocument(store: string, folder: DocumentFolder, name: string, found: string): Refusal {
  const document = `${folder}/${name}`;
  return new Refusal('E_BAD_STORE', `${store} has something else in the place of ${document}: ${found}`, { store, document, found });
}
