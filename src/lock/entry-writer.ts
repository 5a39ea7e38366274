/** Writes the canonical bytes of one lock entry, and records where its quoted path starts and ends. */
import { ByteWriter } from '#core/bytes/writer';
import type { Field, FieldReader } from '#core/json/fields';
import { quote } from '#core/json/write';

export class EntryWriter extends ByteWriter {
  pathStart = 0;
  pathEnd = 0;

  begin(): void {
    this.length = 0;
  }

  /** The bytes written between `beginPath` and `endPath` are the quoted path. */
  beginPath(): void {
    this.pathStart = this.length;
  }

  endPath(): void {
    this.pathEnd = this.length;
  }

  bytesOf(word: Uint8Array): void {
    this.copy(word, 0, word.length);
  }

  /** Writes a string field of a record in canonical form. */
  string(record: FieldReader, field: Field): void {
    if (record.hasEscape(field)) this.text(quote(record.text(field)));
    else this.copy(record.bytes, record.start(field), record.end(field));
  }
}
