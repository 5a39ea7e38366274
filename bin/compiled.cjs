/**
 * Loads the parts of a build together with the code that the engine compiled of them when they were built (`scripts/code-cache.mjs`). Where
 * there is no such code, or it belongs to another part or another engine, the part is compiled as usual.
 *
 *     useCompiledCode('/custody/dist/3f1c0a9b72de');
 *     require('/custody/dist/3f1c0a9b72de/main.cjs');
 *
 *     pack.cjs                                a part
 *     pack.cjs.v20.20.2-linux-x64.compiled    SHA-256 of the part and the code (32 bytes), then the code
 *
 * The engine compares only its own version, its flags and the length of the source. It would run damaged code, and the code of another
 * source of the same length. The hash excludes both.
 */
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname } = require('node:path');
const { Script, constants } = require('node:vm');

const HASH_BYTES = 32;

exports.useCompiledCode = useCompiledCode;
exports.compiledFile = compiledFile;
exports.hashOf = hashOf;

/** With `onLoaded`, no code is used, and each part is passed to it with its script. */
function useCompiledCode(folder, onLoaded) {
  Module._extensions['.cjs'] = (module, path) => {
    const isOwn = dirname(path) === folder;
    const source = isOwn ? readFileSync(path) : undefined;
    const code = isOwn && onLoaded === undefined ? readCode(path, source) : undefined;
    if (!isOwn || (code === undefined && onLoaded === undefined)) return Module._extensions['.js'](module, path);
    const script = new Script(Module.wrap(source.toString()), {
      filename: path,
      cachedData: code,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    script.runInThisContext()(module.exports, (name) => module.require(name), module, path, folder);
    onLoaded?.(path, script);
  };
}

function compiledFile(part) {
  return `${part}.${process.version}-${process.platform}-${process.arch}.compiled`;
}

function readCode(part, source) {
  const file = compiledFile(part);
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const code = bytes.subarray(HASH_BYTES);
  return hashOf(source, code).equals(bytes.subarray(0, HASH_BYTES)) ? code : undefined;
}

function hashOf(source, code) {
  // Loaded here, because `lock --version` does not need it.
  return require('node:crypto').createHash('sha256').update(source).update('\0').update(code).digest();
}
