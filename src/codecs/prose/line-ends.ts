/**
 * Converts CRLF and a lone CR to LF. A CR at the end of a piece is held back until the next piece shows what follows it.
 *
 *     [...withLineFeeds(['a\r', '\nb\rc'])]      ['a', '\nb\nc']
 */
export function* withLineFeeds(pieces: Iterable<string>): Generator<string, undefined, undefined> {
  let isHeld = false;
  for (const piece of pieces) {
    const text: string = isHeld ? `\r${piece}` : piece;
    isHeld = text.endsWith('\r');
    const whole = isHeld ? text.slice(0, -1) : text;
    if (whole !== '') yield lineFeedsIn(whole);
  }
  if (isHeld) yield '\n';
  return undefined;
}

/** The same for a complete text. */
function lineFeedsIn(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
