/**
 * The type of a member, from its contents: JSON of any length by its outline, YAML up to 1 MiB. It is read as what it looks like only,
 * and to its end in any case, so that it can be hashed on the way.
 *
 *     detectMember('rvl.report.json', source, LOOKS_LIKE_JSON)      { type: 'report', artifactVersion: 'rvl.v0' }
 *
 * What is not strict JSON or strict YAML has no contents to go by; its name decides. JSON that is more than can be read is refused (E_IO):
 * it may well say what it is.
 */
import { drain, heardSource } from '#core/byte-source';
import { ByteWriter } from '#core/byte-writer';
import { JsonLimit } from '#core/json/limits';
import { readOutline } from '#core/json/outline';
import { JsonError } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { LOOKS_LIKE_JSON, LOOKS_LIKE_YAML } from '#io/looks';
import { parseYaml, YamlError } from '#io/yaml';
import { isNamedFingerprint, type MemberType, typeOf } from '#pack/member-type';
import { cannotAccess } from '#pack/refusals';

const LONGEST_YAML = 1 << 20;

/** `looks` are the bits of `#io/looks`; `onBytes` sees every byte, in order. */
export function detectMember(path: string, source: ByteSource, looks: number, onBytes?: (bytes: Uint8Array) => void): MemberType {
  const mayBeYaml = (looks & LOOKS_LIKE_YAML) !== 0 || isNamedFingerprint(path);
  const most = mayBeYaml ? LONGEST_YAML : 0;
  const start = new ByteWriter(mayBeYaml ? 4096 : 0);
  const heard = heardSource(source, (bytes) => {
    onBytes?.(bytes);
    if (heard.size + bytes.length <= most) start.copy(bytes, 0, bytes.length);
  });
  const json = (looks & LOOKS_LIKE_JSON) === 0 ? undefined : orNothing(path, () => readOutline(heard));
  drain(heard);
  const byVersion = typeOf(path, { json });
  if (byVersion.artifactVersion !== null || heard.size > most) return byVersion;
  return typeOf(path, { yaml: orNothing(path, () => parseYaml(start.view())) });
}

function orNothing(path: string, read: () => JsonValue): JsonValue | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonLimit) throw cannotAccess(`Cannot tell what ${path} is: ${error.message}`, path, error.message, null);
    if (error instanceof JsonError || error instanceof YamlError) return undefined;
    throw error;
  }
}
