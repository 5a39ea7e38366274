/**
 * Loads the parts of a build together with the code that the engine compiled of them when they were built (`scripts/code-cache.mjs`). Where
 * there is no such code, or it belongs to another part or another engine, the part is compiled as usual.
 *
 *     useCompiledCode('/custody/dist/3f1c0a9b72de');
 *     require('/custody/dist/3f1c0a9b72de/main.cjs');
 *
 *     pack.cjs                                a part
 *     pack.cjs.v20.20.2-linux-x64.compiled    the part again, and its code twice
 *
 * The engine compares only its own version, its flags and the length of the source. It would run damaged code, and the code of another
 * source of the same length. Comparing the copies excludes both, and needs no hash, for which a short start would have to load node:crypto.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname } = require('node:path');
const { Script, constants } = require('node:vm');

exports.useCompiledCode = useCompiledCode;
exports.compiledFile = compiledFile;
exports.compiledBytes = compiledBytes;

/** With `onLoaded`, no code is used, and each part is passed to it with its script. */
function useCompiledCode(folder, onLoaded) {
  const standard = Module._extensions['.js'];
  Module._extensions['.cjs'] = (module, path) => {
    if (dirname(path) !== folder) return standard(module, path);
    const source = readFileSync(path);
    const code = onLoaded === undefined ? readCode(path, source) : undefined;
    if (code === undefined && onLoaded === undefined) return module._compile(source.toString(), path);
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

function compiledBytes(source, code) {
  return Buffer.concat([source, code, code]);
}

function readCode(part, source) {
  const bytes = readIfThere(compiledFile(part));
  const length = (bytes.length - source.length) / 2;
  if (!(length > 0 && Number.isInteger(length) && source.equals(bytes.subarray(0, source.length)))) return undefined;
  const code = bytes.subarray(source.length, source.length + length);
  return code.equals(bytes.subarray(source.length + length)) ? code : undefined;
}

function readIfThere(file) {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
