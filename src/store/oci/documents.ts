/**
 * The documents of a repository. Each is the config and the only layer of an image manifest, under a tag of its own: `tag-2025-12`,
 * `ledger-…`. A registry has no conditional PUT: a new document is written where its tag does not exist, and read again afterwards. Of two
 * writers of one name at the same moment the earlier may not notice that the later one has replaced its document.
 */
import { compareUtf8 } from '#core/bytes/order';
import type { Digest } from '#core/digest';
import { isJsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { Refusal } from '#core/refusal';
import { type DocumentFolder, type Documents, isDocumentName, otherDocument } from '../documents.ts';
import { jsonAnswer } from '../http/json-answer.ts';
import type { Blob } from '../store.ts';
import { blobOf, IMAGE_TYPE } from './image.ts';

const DOCUMENT_TYPE = 'application/vnd.custody.document.v0';
const PREFIX = { tags: 'tag-', ledgers: 'ledger-' } as const;

/** The requests to a repository that documents need. */
export interface DocumentRequests {
  readonly url: string;
  /** The bytes of the image manifest with this tag, or undefined. */
  image(tag: string): Promise<Uint8Array | undefined>;
  putImage(tag: string, bytes: Uint8Array): Promise<void>;
  /** Sends a blob that the repository does not have. */
  putBlob(blob: Blob, bytes: Uint8Array): Promise<void>;
  /** The bytes of a blob, verified; undefined where it does not exist. */
  smallBlob(blob: Blob): Promise<Uint8Array | undefined>;
  tags(): Promise<readonly string[]>;
  sha256(bytes: Uint8Array): Digest;
}

export function ociDocuments(repository: DocumentRequests): Documents {
  const { url } = repository;
  const write = async (folder: DocumentFolder, name: string, bytes: Uint8Array): Promise<Uint8Array> => {
    const blob = { digest: repository.sha256(bytes), size: bytes.length };
    const image = imageOf(blob);
    await repository.putBlob(blob, bytes);
    await repository.putImage(tagOf(folder, name), image);
    return image;
  };
  return {
    async list(folder) {
      const prefix = PREFIX[folder];
      const names = (await repository.tags()).flatMap((tag) => (tag.startsWith(prefix) ? [tag.slice(prefix.length)] : []));
      return names.filter(isDocumentName).sort(compareUtf8);
    },
    async read(folder, name, limit) {
      const image = await repository.image(tagOf(folder, name));
      if (image === undefined) return undefined;
      const blob = readImage(image);
      if (blob === undefined) throw otherDocument(url, folder, name, 'an image that is no document of custody');
      if (blob.size > limit) throw otherDocument(url, folder, name, `${blob.size} bytes`);
      const bytes = await repository.smallBlob(blob).catch((error: unknown) => {
        const isWrong = error instanceof Refusal && error.code === 'E_BAD_PACK';
        throw isWrong ? otherDocument(url, folder, name, error.message) : error;
      });
      if (bytes === undefined) throw otherDocument(url, folder, name, 'an image whose content is missing');
      return bytes;
    },
    async create(folder, name, bytes) {
      const tag = tagOf(folder, name);
      if ((await repository.image(tag)) !== undefined) return 'present';
      const image = await write(folder, name, bytes);
      const stored = await repository.image(tag);
      return stored !== undefined && Buffer.compare(stored, image) === 0 ? 'created' : 'present';
    },
    replace: async (folder, name, bytes) => void (await write(folder, name, bytes)),
  };
}

function tagOf(folder: DocumentFolder, name: string): string {
  return `${PREFIX[folder]}${name}`;
}

function imageOf({ digest, size }: Blob): Uint8Array {
  const content = { mediaType: DOCUMENT_TYPE, digest, size };
  const fields = { schemaVersion: 2, mediaType: IMAGE_TYPE, artifactType: DOCUMENT_TYPE, config: content, layers: [content] };
  return Buffer.from(formatSpine(fields));
}

function readImage(image: Uint8Array): Blob | undefined {
  const document = jsonAnswer(image);
  const config = isJsonObject(document) ? document['config'] : undefined;
  return isJsonObject(config) && config['mediaType'] === DOCUMENT_TYPE ? blobOf(config) : undefined;
}
