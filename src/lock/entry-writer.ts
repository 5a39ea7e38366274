/** An entry of a lock while it is written: its canonical bytes, and where its quoted path stands in them. */
import { ByteWriter } from '#core/bytes/writer';
import type { Field, FieldReader } from '#core/json/fields';
import { quote } from '#core/json/write';

export class EntryWriter extends ByteWriter {
  pathStart = 0;
  pathEnd = 0;

  begin(): void {
    this.length = 0;
  }

  /** What is written between these two is the quoted path. */
  beginPath(): void {
    this.pathStart = this.length;
  }

  endPath(): void {
    this.pathEnd = this.length;
  }

  bytesOf(word: Uint8Array): void {
    this.copy(word, 0, word.length);
  }

  /** A string of a record, in canonical spelling. */
  string(record: FieldReader, field: Field): void {
    if (record.hasEscape(field)) this.text(quote(record.text(field)));
    else this.copy(record.bytes, record.start(field), record.end(field));
  }
}
