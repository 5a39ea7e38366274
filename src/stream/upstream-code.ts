/** The code of a refusal that an upstream tool wrote in place of a record. */
import { isJsonObject, type JsonObject } from '#core/json/value';

export function upstreamCode(envelope: JsonObject): string {
  const refusal = envelope['refusal'];
  const code = isJsonObject(refusal) ? refusal['code'] : undefined;
  return typeof code === 'string' ? code : 'no code';
}
