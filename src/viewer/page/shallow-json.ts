/**
 * JSON of documents that anybody may have made. A browser stands still for half a minute, or ends the page, over a value that is a million
 * levels deep.
 *
 *     parseShallow('{"a":[1]}')     { a: [1] }
 */
const MAX_DEPTH = 500;

/** Throws `SyntaxError` for what is no JSON, and for what is too deep to be shown. */
export function parseShallow(text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown {
  if (isDeep(text)) throw new SyntaxError(`more than ${MAX_DEPTH} levels deep`);
  return JSON.parse(text, reviver);
}

function isDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++)
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        isInText = !isInText;
        break;
      case 0x5c: // \
        if (isInText) at++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (!isInText && ++depth > MAX_DEPTH) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (!isInText) depth--;
        break;
      default:
    }
  return false;
}
