/**
 * The built program: its parts lie in one file and are read when they are asked for. Beside them lies what the engine had compiled of them
 * when they were built (`scripts/code-cache.mjs`), which halves a start. It is named after the engine, because an engine does not see for
 * itself that what it is given was compiled for another machine. Where there is none, or it was compiled with other flags, what runs is
 * compiled.
 *
 *     load(join(__dirname, '../dist')).main('lock')
 */
const { openSync, readFileSync, readSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const PARAMETERS = 'exports, require, module, ownAddress, importPackage';
const CACHE = `program.${process.version}-${process.platform}-${process.arch}.cache`;

module.exports = load;
module.exports.CACHE = CACHE;

/** `onPart` is told of each part and its script. */
function load(folder, onPart) {
  const place = join(folder, 'program.js');
  const sourceOf = openTogether(place);
  const codeOf = openIfWhole(join(folder, CACHE));
  const requirePackage = createRequire(place);
  const address = pathToFileURL(place).href;
  const loaded = new Map();

  function requireAny(name) {
    return name.startsWith('./') ? requirePart(name.slice(2)) : requirePackage(name);
  }

  function requirePart(name) {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const bytes = sourceOf(name);
    if (bytes === undefined) throw new Error(`${name} is not in ${place}; run npm ci`);
    const part = { exports: {} };
    loaded.set(name, part);
    // It is written in ASCII.
    const source = bytes.latin1Slice();
    const script = new Script(`(function (${PARAMETERS}) {${source}\n})`, { filename: name, cachedData: codeOf(name) });
    try {
      script.runInThisContext()(part.exports, requireAny, part, address, importPackage);
    } catch (error) {
      // Who asks again is told again, and not given half of it.
      loaded.delete(name);
      throw error;
    }
    onPart?.(name, script);
    return part.exports;
  }
  return requirePart('main.cjs');
}

/** What has been compiled before cannot do this by itself. */
function importPackage(name) {
  return import(name);
}

/** The pieces of a file as `scripts/together.mjs` wrote it, by name; it stays open until the end. */
function openTogether(path) {
  const places = JSON.parse(readFileSync(`${path}.json`, 'latin1'));
  const fd = openSync(path);
  return (name) => {
    if (places[name] === undefined) return undefined;
    const [start, end] = places[name];
    const bytes = Buffer.allocUnsafeSlow(end - start);
    if (readSync(fd, bytes, 0, bytes.length, start) !== bytes.length) throw new Error(`${path} is cut short; run npm ci`);
    return bytes;
  };
}

/** Nobody needs these pieces: one that cannot be had, for whatever reason, is none. */
function openIfWhole(path) {
  try {
    const pieceOf = openTogether(path);
    return (name) => {
      try {
        return pieceOf(name);
      } catch {
        return undefined;
      }
    };
  } catch {
    return () => undefined;
  }
}
