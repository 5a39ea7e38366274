/**
 * The scope that all records of a stream share (M5). `vacuum` writes the rules of its scan into each record, unless they are the default
 * rules. One lock has one scope, so a record from a scan with other rules is refused.
 */

import { formatSpine } from '#core/json/write';
import { parseScope, type Scope } from '#core/scope';
import { BadRecord, FIELD, type StreamRecord } from './record.ts';

export class CommonScope {
  #scope: Scope | null = null;
  /** The bytes of the scope in the first record; null if that record has none; undefined before the first record. */
  #token: Uint8Array | null | undefined;

  /** Null means the default rules. */
  get scope(): Scope | null {
    return this.#scope;
  }

  /** Sets the scope when it is known before the first record is read. */
  set(scope: Scope | null): void {
    this.#scope = scope;
  }

  /** Throws `BadRecord` if the record comes from a scan with other rules. */
  note(record: StreamRecord): void {
    const isAbsent = record.isAbsent(FIELD.scope);
    if (isAbsent ? this.#token === null : this.#token && record.isSpelled(FIELD.scope, this.#token)) return;
    const scope = isAbsent ? null : read(record);
    if (this.#token === undefined) {
      this.#scope = scope;
      this.#token = isAbsent ? null : record.bytes.slice(record.start(FIELD.scope), record.end(FIELD.scope));
    } else if (formatSpine(scope) !== formatSpine(this.#scope)) {
      throw new BadRecord('scope differs from that of the first record: one lock needs one scan, or scans with the same rules');
    }
  }
}

function read(record: StreamRecord): Scope {
  const scope = parseScope(record.value(FIELD.scope) ?? null);
  if (scope === null) throw new BadRecord('malformed scope: expected {exclude, follow, include}');
  return scope;
}
