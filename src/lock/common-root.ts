/**
 * The root folders that the records of a stream name. The one that all of them name is in the command that would produce the records again
 * (L1); in each of them are members that a lock must not replace (M3).
 */
import { FIELD, type StreamRecord } from './record.ts';

/** More folders than anybody names, and few enough to look for a member in each. */
const MAX_ROOTS = 256;

export class CommonRoot {
  #root: string | null;
  #token = new Uint8Array(0);
  #isSettled = false;
  #areSeveral = false;
  readonly #roots = new Set<string>();

  /** `root` is given if it is known before the first record is read. */
  constructor(root: string | null) {
    this.#root = root;
    if (root !== null) this.#roots.add(root);
  }

  /** All of them; the first 256 if there are more. */
  get all(): readonly string[] {
    return [...this.#roots];
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
    if (record.isSpelled(FIELD.root, this.#token)) return;
    const root = record.isString(FIELD.root) ? record.text(FIELD.root) : null;
    if (root !== null) this.#add(record, root);
    if (this.#isSettled || (root !== null && root === this.#root)) return;
    if (root === null || this.#root !== null) {
      this.#areSeveral = root !== null;
      this.#isSettled = true;
      this.#root = null;
    } else {
      this.#root = root;
    }
  }

  /** The next record most likely spells its root as this one does. */
  #add(record: StreamRecord, root: string): void {
    this.#token = record.bytes.slice(record.start(FIELD.root), record.end(FIELD.root));
    if (this.#roots.size < MAX_ROOTS) this.#roots.add(root);
  }
}
