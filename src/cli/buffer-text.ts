/** Text for a sink in pieces of about 64 KiB: many short lines are not as many writes. */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { ByteSink } from '#core/ports';

const PIECE = 64 * 1024;

export function bufferText(sink: ByteSink): { write(text: string): void; flush(): void } {
  let held = '';
  const flush = (): void => {
    const text = held;
    held = '';
    if (text !== '') sink.write(encodeUtf8(text));
  };
  return {
    write(text) {
      held += text;
      if (held.length >= PIECE) flush();
    },
    flush,
  };
}
