/**
 * The scope that all records of a stream agree on (M5): `vacuum` writes the rules of its scan into each, where they are not the default. One
 * lock has one scope: records of scans by other rules are refused.
 */

import { formatSpine } from '#core/json/write';
import { parseScope, type Scope } from '#core/scope';
import { BadRecord, FIELD, type StreamRecord } from './record.ts';

export class AgreedScope {
  #scope: Scope | null = null;
  /** As the first record spells it, null where that has none; undefined before there is one. */
  #token: Uint8Array | null | undefined;

  /** Null for the default rules. */
  get scope(): Scope | null {
    return this.#scope;
  }

  /** Where it is known before any record is. */
  set(scope: Scope | null): void {
    this.#scope = scope;
  }

  /** Throws `BadRecord` where the record is of another scan. */
  note(record: StreamRecord): void {
    const isAbsent = record.isAbsent(FIELD.scope);
    if (isAbsent ? this.#token === null : this.#token && record.isSpelled(FIELD.scope, this.#token)) return;
    const scope = isAbsent ? null : read(record);
    if (this.#token === undefined) {
      this.#scope = scope;
      this.#token = isAbsent ? null : record.bytes.slice(record.start(FIELD.scope), record.end(FIELD.scope));
    } else if (formatSpine(scope) !== formatSpine(this.#scope)) {
      throw new BadRecord('scope differs from that of the first record: one lock is of one scan, or of scans by the same rules');
    }
  }
}

function read(record: StreamRecord): Scope {
  const scope = parseScope(record.value(FIELD.scope) ?? null);
  if (scope === null) throw new BadRecord('malformed scope: expected {exclude, follow, include}');
  return scope;
}
