/**
 * Lines out, in batches: one write for about 64 KiB.
 *
 *     const writer = createLineWriter(stdout);
 *     writer.add('{"version":"hash.v0",…}');
 *     writer.finish();
 */
import type { ByteSink } from '#core/ports';
import { encodeUtf8 } from '#core/utf8';

const BATCH = 1 << 16;

export interface LineWriter {
  /** The line comes without its newline. */
  add(line: string): void;
  finish(): void;
}

export function createLineWriter(sink: ByteSink): LineWriter {
  let held = '';
  const flush = (): void => {
    const bytes = encodeUtf8(held);
    held = '';
    if (bytes.length > 0) sink.write(bytes);
  };
  return {
    add(line) {
      held += `${line}\n`;
      if (held.length >= BATCH) flush();
    },
    finish: flush,
  };
}
