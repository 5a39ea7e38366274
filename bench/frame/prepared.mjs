/**
 * Data that is made once and reused by later runs, as long as neither its description nor the code in `data/` has changed.
 *
 *     const tree = prepared('small-files', { count: 50_000 }, (path) => …)     the path of the finished data
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, projectRoot } from './place.mjs';

export function prepared(name, wanted, make) {
  const path = join(dataFolder, name);
  const label = `${path}.made-of.json`;
  const text = JSON.stringify({ ...wanted, code: codeHash() });
  if (existsSync(path) && existsSync(label) && readFileSync(label, 'utf8') === text) return path;
  rmSync(label, { force: true });
  rmSync(path, { recursive: true, force: true });
  process.stderr.write(`making ${path} …\n`);
  make(path, wanted);
  writeFileSync(label, text);
  return path;
}

/** Reads a file or a whole folder once, so that every contestant finds it in the page cache. */
export function warm(path) {
  const { status } = spawnSync('sh', ['-c', 'find "$1" -type f -print0 | xargs -0 -n 2000 cat > /dev/null', 'sh', path], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`cannot read ${path}`);
}

function codeHash() {
  const folder = join(projectRoot, 'bench', 'data');
  const hasher = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hasher.update(readFileSync(join(folder, name)));
  return hasher.digest('hex');
}
