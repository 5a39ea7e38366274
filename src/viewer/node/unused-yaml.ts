/** In place of the parts of the YAML library that write, and that read YAML 1.1: a page reads, and only YAML 1.2. */
function unused(): never {
  throw new Error('a page writes no YAML');
}

export {
  unused as createStringifyContext,
  unused as stringifyCollection,
  unused as stringifyDocument,
  unused as stringifyNumber,
  unused as stringifyPair,
  unused as stringifyString,
};

export const schema = undefined;
