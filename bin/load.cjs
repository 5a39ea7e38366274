/**
 * The built program: its parts lie in one file and are read when they are asked for. Beside them lies what the engine had compiled of them
 * when they were built (`scripts/code-cache.mjs`), which halves a start; an engine of another version, or with other flags, does not take
 * that and compiles what it runs.
 *
 *     load(join(__dirname, '../dist')).main('lock')
 */
const { openSync, readFileSync, readSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

const PARAMETERS = 'exports, require, module, ownAddress, importPackage';

/** `onPart` is told of each part and its script. */
module.exports = function load(folder, onPart) {
  const place = join(folder, 'program.js');
  const sourceOf = openTogether(place);
  const codeOf = openIfThere(join(folder, 'program.cache'));
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
    script.runInThisContext()(part.exports, requireAny, part, address, importPackage);
    onPart?.(name, script);
    return part.exports;
  }
  return requirePart('main.cjs');
};

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

/** None of a file that is not there. */
function openIfThere(path) {
  try {
    return openTogether(path);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return () => undefined;
  }
}
