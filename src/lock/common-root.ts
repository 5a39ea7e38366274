/** The root folder that all records of a stream name. Refusals use it in the command that would produce the records again (L1). */
import { FIELD, type StreamRecord } from './record.ts';

export class CommonRoot {
  #root: string | null;
  #token = new Uint8Array(0);
  #isSettled = false;
  #areSeveral = false;

  /** `root` is given if it is known before the first record is read. */
  constructor(root: string | null) {
    this.#root = root;
  }

  /** Null if the records name different roots, or if a record names none. */
  get root(): string | null {
    return this.#root;
  }

  /** True if records name different roots. Then no single folder contains everything that the lock pins. */
  get areSeveral(): boolean {
    return this.#areSeveral;
  }

  note(record: StreamRecord): void {
    if (this.#isSettled) return;
    if (record.isSpelled(FIELD.root, this.#token)) return;
    const root = record.isString(FIELD.root) ? record.text(FIELD.root) : null;
    if (root !== null && root === this.#root) return;
    if (root === null || this.#root !== null) {
      this.#areSeveral = root !== null;
      this.#isSettled = true;
      this.#root = null;
    } else {
      this.#token = record.bytes.slice(record.start(FIELD.root), record.end(FIELD.root));
      this.#root = root;
    }
  }
}
