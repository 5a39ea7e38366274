/** In place of packages and modules of Node that a page does not have. */
function absent(): never {
  throw new Error('not in a page');
}

export class Script {
  runInThisContext(): never {
    return absent();
  }
}

export const STATUS_CODES: Readonly<Record<string, string>> = {};
export { absent as fileURLToPath, absent as pathToFileURL };
