/** `node:stream` in a browser: the reader of zip archives defines classes on these, and the page uses none of them. */
const unused = class {
  readonly isUsed = false;
};

export { unused as PassThrough, unused as Readable, unused as Transform, unused as Writable };
