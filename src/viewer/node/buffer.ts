/** `node:buffer` in a browser: the package `buffer`, and what it lacks. */
import { Buffer } from 'buffer';

const strict = new TextDecoder('utf-8', { fatal: true });

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The package does not know base64url. */
function addBase64Url(): void {
  const from = Buffer.from as (value: unknown, encoding?: unknown, length?: unknown) => Buffer;
  const toText = Buffer.prototype.toString as (encoding?: string, start?: number, end?: number) => string;
  Object.assign(Buffer, {
    from: (value: unknown, encoding?: unknown, length?: unknown): Buffer =>
      encoding === 'base64url' ? from(standard(value as string), 'base64') : from(value, encoding, length),
  });
  Buffer.prototype.toString = function text(this: Buffer, encoding?: string, start?: number, end?: number): string {
    if (encoding !== 'base64url') return toText.call(this, encoding, start, end);
    return toText.call(this, 'base64', start, end).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  };
}

function standard(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

/** The package compares with its own buffers only. */
function addEquals(): void {
  Buffer.prototype.equals = function equals(this: Buffer, other: Uint8Array): boolean {
    return Buffer.compare(this, other) === 0;
  };
}

addBase64Url();
addEquals();

export { Buffer };
