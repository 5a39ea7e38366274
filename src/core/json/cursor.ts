/**
 * A position in the bytes of a JSON text. If `isOpen` is true, more bytes may follow `end`. Then a scanner that reaches the end throws
 * `NEEDS_MORE` instead of an error, and the caller tries again with more bytes.
 */
export class JsonError extends Error {
  override readonly name: string = 'JsonError';
}

/** Returns the line number that `fail` put into the message, counted from 1, or null if the message has none. */
export function lineOf({ message }: JsonError): number | null {
  const [, line] = / at line (\d+) column \d+$/.exec(message) ?? [];
  return line === undefined ? null : Number(line);
}

/** Thrown if the window ends inside a value. It is always caught and never shown. */
export const NEEDS_MORE: unique symbol = Symbol('more bytes wanted');

export class Cursor {
  bytes: Uint8Array;
  pos: number;
  end: number;
  isOpen: boolean;
  /** The lines before `bytes[0]`, and the bytes of the last of them. */
  linesBefore = 0;
  columnBefore = 0;
  /** The number of values that the exact reader has created here, and the limit. */
  values = 0;
  mostValues = 0;
  /** Numbers of any size are read, as `Digits` where a double or 64 bits cannot hold them. */
  keepsDigits = false;

  constructor(bytes: Uint8Array, pos = 0, end = bytes.length, isOpen = false) {
    this.bytes = bytes;
    this.pos = pos;
    this.end = end;
    this.isOpen = isOpen;
  }

  /** Throws `message at line L column C`. Both are counted from 1; columns are in bytes. */
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

  /** Throws because the window ended where `what` was expected. */
  failAtEnd(what: string): never {
    if (this.isOpen) throw NEEDS_MORE;
    return this.fail(`EOF while parsing ${what}`, this.end);
  }

  /** The position in `bytes` at which this text begins. Lines are counted from here. */
  origin = 0;
}
