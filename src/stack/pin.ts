/**
 * A pin is a SHA-256, written directly or as an ArtifactRef. Only the digest is compared; the rest says where to find the file.
 *
 *     "eae3ed66…"
 *     {"artifact_type":"blob","digest_sha256":"eae3ed66…","uri":"modules/corridors/swift/corridor.yaml"}
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';

export interface ArtifactRef extends JsonObject {
  readonly artifact_type: string;
  readonly digest_sha256: string;
}

export type Pin = string | ArtifactRef;

const HEX = /^[0-9a-f]{64}$/;
const TYPE = /^[a-z0-9][a-z0-9-]{0,63}$/;

export function isHex(text: JsonValue | undefined): text is string {
  return typeof text === 'string' && HEX.test(text);
}

export function isArtifactType(text: JsonValue | undefined): text is string {
  return typeof text === 'string' && TYPE.test(text);
}

/** Returns the pin, or null if the value is not a pin; a reference may have unknown fields. */
export function readPin(value: JsonValue | undefined): Pin | null {
  if (isHex(value)) return value;
  if (!isJsonObject(value) || !isArtifactType(value.artifact_type) || !isHex(value.digest_sha256)) return null;
  return value as ArtifactRef;
}

export function digestOfPin(pin: Pin): string {
  return typeof pin === 'string' ? pin : pin.digest_sha256;
}

/** S7: a reference as `--emit-artifactrefs` writes it. */
export function artifactRef(type: string, digest: string, uri: string): ArtifactRef {
  return { artifact_type: type, digest_sha256: digest, uri };
}
