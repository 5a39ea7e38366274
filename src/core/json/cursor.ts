/**
 * A place in the bytes of a JSON text. `isOpen` says that more bytes may follow `end`: what meets the end then throws
 * `MORE_WANTED` instead of a refusal, and the caller comes back with a longer window.
 */
export class JsonError extends Error {
  override readonly name: string = 'JsonError';
}

/** The line that `fail` has put into the message, counted from 1; null where the text as a whole is at fault. */
export function lineOf({ message }: JsonError): number | null {
  const [, line] = / at line (\d+) column \d+$/.exec(message) ?? [];
  return line === undefined ? null : Number(line);
}

/** Thrown, never shown: the window ended inside a value. */
export const MORE_WANTED: unique symbol = Symbol('more bytes wanted');

export class Cursor {
  bytes: Uint8Array;
  pos: number;
  end: number;
  isOpen: boolean;
  /** Lines and bytes of the last line that lay before `bytes[0]`. */
  linesBefore = 0;
  columnBefore = 0;
  /** How many values the exact reader has made here, and may make. */
  values = 0;
  mostValues = 0;

  constructor(bytes: Uint8Array, pos = 0, end = bytes.length, isOpen = false) {
    this.bytes = bytes;
    this.pos = pos;
    this.end = end;
    this.isOpen = isOpen;
  }

  /** `message at line L column C`, both counted from 1, columns in bytes. */
  fail(message: string, at = this.pos): never {
    let line = this.linesBefore;
    let column = this.columnBefore;
    for (let i = this.origin; i < at; i++) {
      if (this.bytes[i] === 0x0a) {
        line++;
        column = 0;
      } else {
        column++;
      }
    }
    throw new JsonError(`${message} at line ${line + 1} column ${column + 1}`);
  }

  /** The window ended where `what` was expected. */
  failAtEnd(what: string): never {
    if (this.isOpen) throw MORE_WANTED;
    return this.fail(`EOF while parsing ${what}`, this.end);
  }

  /** Where this text begins in `bytes`; lines are counted from here. */
  origin = 0;
}
