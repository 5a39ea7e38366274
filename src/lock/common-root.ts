/** The root that all records of a stream agree on, for the command that would make them again (L1). */
import { FIELD, type StreamRecord } from './record.ts';

export class CommonRoot {
  #root: string | null;
  #token = new Uint8Array(0);
  #isSettled = false;
  #areSeveral = false;

  /** `root` where it is known before the records are. */
  constructor(root: string | null) {
    this.#root = root;
  }

  /** Null where records differ, or have none. */
  get root(): string | null {
    return this.#root;
  }

  /** Records name different roots: no single folder holds what the lock pins. */
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
