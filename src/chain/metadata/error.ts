/**
 * The metadata of a tool cannot be read. If one position is at fault, it is named: lines and columns count from 1, in the content without its
 * signature line, and columns count characters.
 *
 *     unterminated string at line 3 column 15
 */
export class MetadataError extends Error {
  override readonly name = 'MetadataError';
}

export function failAt(message: string, text: string, at: number): never {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  const line = before.split('\n').length;
  throw new MetadataError(`${message} at line ${line} column ${Array.from(before.slice(start)).length + 1}`);
}
