/** Text for a sink in pieces of about 64 KiB: many short lines are not as many writes. */
import type { ByteSink } from '#core/ports';
import { encodeUtf8 } from '#core/utf8';

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
