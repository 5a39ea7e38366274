import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { afterAll, expect, it } from 'vitest';

const loader = fileURLToPath(new URL('../../bin/compiled.cjs', import.meta.url));
const require = createRequire(import.meta.url);
const { compiledFile, compiledBytes } = require(loader) as {
  compiledFile: (part: string) => string;
  compiledBytes: (source: Buffer, code: Buffer) => Buffer;
};

const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
afterAll(() => rmSync(folder, { recursive: true }));

const part = join(folder, 'part.cjs');
/** As long as each other: that is all of a source which the engine itself compares. */
const [own, other] = ['own', 'not'].map((word) => Buffer.from(`exports.say = () => '${word}';`)) as [Buffer, Buffer];
writeFileSync(part, own);

/** As Node wraps a module. */
function compile(source: Buffer): Buffer {
  const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${source.toString()}\n});`);
  const exported: { say?: () => string } = {};
  (script.runInThisContext() as (exports: typeof exported) => void)(exported);
  exported.say?.();
  return script.createCachedData();
}

function said(bytes: Buffer): string {
  writeFileSync(compiledFile(part), bytes);
  const program = `require(${JSON.stringify(loader)}).useCompiledCode(${JSON.stringify(folder)}); console.log(require('./part.cjs').say())`;
  return execFileSync(process.execPath, ['-e', program], { cwd: folder, encoding: 'utf8' }).trim();
}

it('a part runs the code that was compiled of it: code of another source, beside a copy of this one, shows it', () => {
  expect(said(compiledBytes(own, compile(other)))).toBe('not');
});

it('a part does not run the code of another source, code that is damaged or cut short, or none', () => {
  const code = compile(other);
  expect(said(compiledBytes(other, code))).toBe('own');
  const written = compiledBytes(own, code);
  for (const at of [0, own.length + 20, own.length + code.length - 20, written.length - 20]) {
    const damaged = Buffer.from(written);
    damaged[at] = (damaged[at] as number) ^ 1;
    expect(said(damaged)).toBe('own');
  }
  for (const length of [0, 1, own.length, own.length + 1, own.length + code.length, written.length - 2, written.length - 1])
    expect(said(written.subarray(0, length))).toBe('own');
  expect(said(own)).toBe('own');
});

it('the build compiles its long parts in advance, and none that imports packages, which compiled code cannot', () => {
  const build = (require('../../dist/program.cjs') as { folder: string }).folder;
  const parts = readdirSync(build).filter((name) => readdirSync(build).includes(compiledFile(name)));
  expect(parts).toEqual(
    expect.arrayContaining(['chain.cjs', 'lock.cjs', 'machine.cjs', 'pack.cjs', 'replay.cjs', 'stack.cjs', 'start.cjs']),
  );
  expect(parts.filter((name) => readFileSync(join(build, name), 'utf8').includes('import('))).toEqual([]);
});
