/**
 * Writes a part: the head, the lines of both lists, and the hash of all of it.
 *
 *     emitPart(head, { members: tableLines(draft.members), skipped: tableLines(draft.skipped) }, newHasher, write)
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import type { NewHasher } from '#core/ports';
import type { EntryTable } from '../entry-table.ts';
import { formatHead, formatTrailer, type PartHead } from './document.ts';

type Emit = (bytes: Uint8Array) => void;

/** Writes each entry with a line end. The bytes given to `emit` are valid until it returns. */
export type EmitLines = (emit: Emit) => void;

const PAGE = 1 << 20;

export function tableLines(table: EntryTable): EmitLines {
  return (emit) => {
    const page = new ByteWriter(PAGE);
    // A walk finds the entries in their order already.
    const order = table.isAscending ? null : table.order();
    for (let place = 0; place < table.count; place++) {
      const entry = table.entry(order === null ? place : (order[place] as number));
      page.copy(entry, 0, entry.length);
      page.byte(0x0a);
      if (page.length < PAGE) continue;
      emit(page.view());
      page.length = 0;
    }
    if (page.length > 0) emit(page.view());
  };
}

export function emitPart(
  head: PartHead,
  lists: { readonly members: EmitLines; readonly skipped: EmitLines },
  newHasher: NewHasher,
  emit: Emit,
): void {
  const hasher = newHasher('sha256');
  const emitHashed = (bytes: Uint8Array): void => {
    hasher.update(bytes);
    emit(bytes);
  };
  emitHashed(encodeUtf8(`${formatHead(head)}\n`));
  lists.members(emitHashed);
  lists.skipped(emitHashed);
  emit(encodeUtf8(formatTrailer(hasher.digest())));
}
