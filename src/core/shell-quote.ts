/** A word as a POSIX shell reads it back: bare where that is safe, else in single quotes. */
export function shellQuote(text: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/.test(text) && !text.startsWith('-')) return text;
  return singleQuote(text);
}

/** A path as a word that no program takes for a flag. */
export function shellPath(path: string): string {
  return shellQuote(path.startsWith('-') ? `./${path}` : path);
}

/** Always in single quotes, `'"'"'` for a quote inside. */
export function singleQuote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
