/** The root that all records of a stream agree on, for the command that would make them again (L1). */
import { startsWith } from '#core/starts-with';
import { FIELD, type StreamRecord } from './record.ts';

export class AgreedRoot {
  #root: string | null;
  #token = new Uint8Array(0);
  #isSettled = false;

  /** `root` where it is known before the records are. */
  constructor(root: string | null) {
    this.#root = root;
  }

  /** Null where records differ, or have none. */
  get root(): string | null {
    return this.#root;
  }

  note(record: StreamRecord): void {
    if (this.#isSettled) return;
    const start = record.isString(FIELD.root) ? record.start(FIELD.root) : -1;
    const end = record.end(FIELD.root);
    if (start >= 0 && end - start === this.#token.length && startsWith(record.bytes, start, this.#token)) return;
    if (start >= 0 && this.#root === record.text(FIELD.root)) return;
    if (start < 0 || this.#root !== null) {
      this.#isSettled = true;
      this.#root = null;
    } else {
      this.#token = record.bytes.slice(start, end);
      this.#root = record.text(FIELD.root);
    }
  }
}
