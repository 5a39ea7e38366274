/**
 * Builds the page: the program's own code, compiled for a browser, and what shows its answers, in one HTML file that opens no connection.
 * Modules of Node are replaced by those in `src/viewer/node`.
 *
 *     writeFileSync('custody-verify.html', await buildPage(root, { version }))
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'rolldown';
import { memberSchemasSource } from './member-schemas.mjs';

/** Modules of Node that have a replacement of the same name. */
const SAME_NAME = new Set(['buffer', 'crypto', 'fs', 'module', 'os', 'stream', 'zlib']);
const OTHER_NAME = { util: 'errors' };
/** Own files that are replaced: they need threads, native modules, a large library or a network, or they write. */
const REPLACED = {
  'src/codecs/xml/canonical.ts': 'xml-canonical.ts',
  'src/hashing/pool.ts': 'pool.ts',
  'src/installation/native.ts': 'native.ts',
  'src/installation/paths.ts': 'paths.ts',
  'src/store/s3/store.ts': 'no-network.ts',
  'src/store/oci/store.ts': 'no-network.ts',
  'src/store/oci/url.ts': 'no-network.ts',
  'src/store/oci/connection.ts': 'no-network.ts',
  'src/store/http/tls-probe.ts': 'no-network.ts',
  'src/evidence/ops/lock-objects.ts': 'no-network.ts',
  'src/disk/lock/lock-beside.ts': 'no-writing.ts',
  'src/disk/write/make-folders.ts': 'no-writing.ts',
  'src/disk/write/sync.ts': 'no-writing.ts',
  'src/disk/write/whole-file.ts': 'no-writing.ts',
  'src/disk/write/whole-folder.ts': 'no-writing.ts',
  'src/store/folder/link-new.ts': 'no-writing.ts',
  'src/store/folder/send.ts': 'no-writing.ts',
  'src/store/folder/write-shards.ts': 'no-writing.ts',
};

/** The writer of YAML, and the tags of YAML 1.1: the program only reads, and only YAML 1.2. */
const UNUSED = /\/node_modules\/yaml\/browser\/dist\/(?:stringify\/|schema\/json\/|schema\/yaml-1\.1\/(?:bool|float|int|schema)\.js$)/;

/** This script has those modules, and exports what others use of them. */
const HASHING = 'src/viewer/engine/hash-script.ts';
const IN_HASHING = new Set(['src/viewer/engine/hash-bytes.ts', 'src/viewer/node/hashers.ts']);

export async function buildPage(root, { version }) {
  const folder = join(root, 'src/viewer/page');
  const [hashing, engine, page] = await Promise.all([
    bundle(root, HASHING, version),
    bundle(root, 'src/viewer/engine/worker.ts', version),
    bundle(root, 'src/viewer/page/main.tsx', version),
  ]);
  const style = readFileSync(join(folder, 'style.css'), 'utf8');
  const parts = { policy: policyOf(page, style), style, hashing: withoutEnd(hashing), engine: withoutEnd(engine), page: withoutEnd(page) };
  // One pass: a part may contain the name of another.
  return readFileSync(join(folder, 'shell.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

/** The script of the page that `custody serve` delivers in place of the page's own: with what asks the server. */
export function buildServedScript(root, { version }) {
  return bundle(root, 'src/viewer/page/served/main.tsx', version);
}

/** Only this script and this style, workers made of the text in the page, and nothing from elsewhere. */
function policyOf(page, style) {
  return [
    "default-src 'none'",
    `script-src '${sha256(withoutEnd(page))}' 'wasm-unsafe-eval'`,
    `style-src '${sha256(style)}'`,
    'worker-src blob:',
    'img-src data:',
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function sha256(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** A script ends at the first `</script`, wherever it is. */
function withoutEnd(code) {
  return code.trimEnd().replace(/<(?=\/script|!--)/gi, '\\x3C');
}

async function bundle(root, input, version) {
  const { output } = await build({
    cwd: root,
    input,
    platform: 'browser',
    tsconfig: false,
    plugins: [...(input === HASHING ? [] : [fromHashing(root)]), browserPlugin(root)],
    resolve: { conditionNames: ['custody-source', 'browser', 'import', 'default'] },
    transform: {
      target: 'es2022',
      define: { CUSTODY_VERSION: JSON.stringify(version), CUSTODY_REPOSITORY: '""', 'import.meta.url': '"page:"' },
      jsx: { runtime: 'automatic', importSource: 'preact' },
    },
    treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'silent',
    write: false,
    output: {
      format: 'iife',
      name: input === HASHING ? GLOBAL : undefined,
      globals: { [GLOBAL]: GLOBAL },
      minify: true,
      codeSplitting: false,
    },
  });
  return output[0].code;
}

const GLOBAL = 'custodyHashing';

function fromHashing(root) {
  return {
    name: 'from-hashing',
    async resolveId(id, importer, options) {
      if (!id.startsWith('.')) return null;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return IN_HASHING.has(found?.id.slice(root.length + 1)) ? { id: GLOBAL, external: true } : null;
    },
  };
}

const WHOLE_CRYPTO = '\0custody:crypto.cjs';

function browserPlugin(root) {
  const stand = (name) => join(root, 'src/viewer/node', `${name}.ts`);
  const require = createRequire(join(root, 'package.json'));
  const ofNode = (name) => {
    if (name === 'path') return require.resolve('path-browserify');
    return stand(OTHER_NAME[name] ?? (SAME_NAME.has(name) ? name : 'absent'));
  };
  return {
    name: 'browser',
    async resolveId(id, importer, options) {
      if (id.startsWith('custody:')) return `\0${id}.cjs`;
      if (id.startsWith('node:')) return ofNode(id.slice(5));
      // These packages name the modules of Node without a prefix, and those of Sigstore use all of `crypto` as one value.
      if (/\/node_modules\/(?:yauzl|@sigstore)\//.test(importer) && /^(?:crypto|fs|zlib|util|stream)$/.test(id))
        return id === 'crypto' ? WHOLE_CRYPTO : ofNode(id);
      if (importer?.includes('/src/viewer/node/')) return null;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      if (found !== null && UNUSED.test(found.id)) return stand('unused-yaml');
      const own = found?.id.startsWith(`${root}/`) ? REPLACED[found.id.slice(root.length + 1)] : undefined;
      return own === undefined ? found : join(root, 'src/viewer/node', own);
    },
    load(id) {
      if (id === WHOLE_CRYPTO) return `module.exports = { ...require(${JSON.stringify(stand('crypto'))}) };`;
      return id === '\0custody:member-schemas-open.cjs' ? memberSchemasSource(root, 'open') : null;
    },
  };
}
