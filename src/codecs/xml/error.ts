/** Why bytes are no XML that can be put into canonical form: `undeclared entity "&x;" at line 3 column 9`. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Lines and columns are counted from 1, columns in UTF-16 units. */
export function failAt(text: string, at: number, message: string): never {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++;
  throw new XmlError(`${message} at line ${line} column ${at - start + 1}`);
}
