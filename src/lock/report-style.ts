/** The style of verdicts as text, shared by all reports. */
/** The caller supplies functions that make a path safe to show, and that mark text as good, bad or doubtful. */
export interface ReportStyle {
  readonly path: (path: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
}

export const MAX_PATH_WIDTH = 60;

const MIN_HEX_LENGTH = 4;

/** Shortens two hashes to the fewest digits that show the difference. */
export function shortened(expected: string, actual: string): [string, string] {
  const least = expected.indexOf(':') + 1 + MIN_HEX_LENGTH;
  let length = least;
  while (length < expected.length && expected.slice(0, length) === actual.slice(0, length)) length++;
  return [cut(expected, length), cut(actual, length)];
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}
