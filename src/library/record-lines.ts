/** Records as the bytes of a stream, one canonical line for each. */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { ByteSource } from '#core/ports';

export function linesOf(records: Iterable<JsonObject>): ByteSource {
  const iterator = records[Symbol.iterator]();
  let rest: Uint8Array = new Uint8Array(0);
  return {
    read(into) {
      while (rest.length === 0) {
        const next = iterator.next();
        if (next.done === true) return 0;
        rest = encodeUtf8(`${formatSpine(next.value)}\n`);
      }
      const part = rest.subarray(0, into.length);
      into.set(part);
      rest = rest.subarray(part.length);
      return part.length;
    },
  };
}
