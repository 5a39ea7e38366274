/**
 * The layers of an image manifest that have a title, as objects: the title is the name, the digest is the ETag. So ORAS and `pack push` write
 * files.
 *
 *     {"annotations":{"org.opencontainers.image.title":"a.csv"},"digest":"sha256:…","mediaType":"…","size":12}
 */
import { compareUtf8 } from '#core/bytes/order';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { jsonAnswer } from '../http/json-answer.ts';
import type { ListedObject } from '../tree/tree.ts';
import { IMAGE_TYPE, TITLE } from './image.ts';

const DOCKER_TYPE = 'application/vnd.docker.distribution.manifest.v2+json';
export const IMAGE_TYPES = [IMAGE_TYPE, DOCKER_TYPE];
const DIGEST = /^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[A-Za-z0-9=_-]{32,128}$/;

/** In byte order of the names; a description instead, if these bytes name no files. */
export function titledLayers(bytes: Uint8Array): readonly ListedObject[] | string {
  const document = jsonAnswer(bytes);
  if (!isJsonObject(document)) return 'no JSON object';
  const { mediaType, layers } = document;
  if (mediaType !== undefined && !IMAGE_TYPES.includes(mediaType as string)) return 'no manifest of one image';
  if (!Array.isArray(layers)) return 'an image without layers';
  const objects: ListedObject[] = [];
  for (const layer of layers as readonly JsonValue[]) {
    const object = objectOf(layer);
    if (object === undefined) return 'a layer without its digest or size';
    if (object !== null) objects.push(object);
  }
  if (objects.length === 0) return 'an image of which no layer has a title';
  objects.sort((a, b) => compareUtf8(a.name, b.name));
  const twice = objects.find(({ name }, index) => objects[index + 1]?.name === name);
  return twice === undefined ? objects : 'an image with two layers of the same title';
}

/** Null for a layer without a title, undefined for what is none. */
function objectOf(layer: JsonValue): ListedObject | null | undefined {
  if (!isJsonObject(layer)) return undefined;
  const { digest, size, annotations } = layer;
  if (typeof digest !== 'string' || !DIGEST.test(digest) || typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0)
    return undefined;
  const name = isJsonObject(annotations) ? annotations[TITLE] : undefined;
  return typeof name === 'string' ? { name, nameBytes: null, size, modified: null, etag: digest, archived: null } : null;
}
