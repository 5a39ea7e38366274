/** `node:module` in a browser: the few modules that the program requires by name are part of the page. */
import * as schemas from 'custody:member-schemas-open';
import { isAlias, isMap, isNode, isScalar, isSeq, Lexer, parseDocument } from 'yaml';

const MODULES: Readonly<Record<string, unknown>> = {
  yaml: { isAlias, isMap, isNode, isScalar, isSeq, Lexer, parseDocument },
  'member-schemas-open': schemas,
};

export function createRequire(): (name: string) => unknown {
  return (name) => {
    const found = MODULES[name];
    if (found === undefined) throw Object.assign(new Error(`no module ${name} in a page`), { code: 'MODULE_NOT_FOUND' });
    return found;
  };
}
