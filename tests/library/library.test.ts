/** The examples of docs/library.md, compiled against the published types as a consumer would, and run against the built package. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const project = dirname(dirname(import.meta.dirname));
const page = readFileSync(join(project, 'docs/library.md'), 'utf8');
const examples = [...page.matchAll(/^## (.+)$|^```ts\n([\s\S]*?)^```$/gm)].flatMap((match, index, all) =>
  match[2] === undefined ? [] : [{ title: all.slice(0, index).findLast((before) => before[1] !== undefined)?.[1] ?? '', code: match[2] }],
);
const folder = mkdtempSync(join(tmpdir(), 'custody-library-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ALL = `for (const place of process.argv.slice(2)) {
  process.chdir(place);
  process.stdout.write('\\u001e');
  await import(place + '/example.mjs').catch((error) => console.log(String(error)));
}`;

function consumer(name: string): string {
  const place = join(folder, name);
  mkdirSync(join(place, 'node_modules'), { recursive: true });
  symlinkSync(project, join(place, 'node_modules/custody'));
  cpSync(join(project, 'examples/delivery'), join(place, 'data'), { recursive: true });
  cpSync(join(project, 'examples/chain'), join(place, 'chain'), { recursive: true });
  cpSync(join(project, 'examples/fingerprints'), join(place, 'fingerprints'), { recursive: true });
  cpSync(join(project, 'examples/replay'), join(place, 'replay'), { recursive: true });
  cpSync(join(project, 'examples/stack'), join(place, 'stack'), { recursive: true });
  return place;
}

describe('docs/library.md', () => {
  test('has examples', () => expect(examples.length).toBeGreaterThan(5));

  describe('prints what it says', () => {
    let printed: readonly string[] = [];

    /** One program runs them all, each in a folder of its own. */
    beforeAll(() => {
      const places = examples.map(({ title, code }) => {
        const place = consumer(title.replaceAll(/\W+/g, '-'));
        writeFileSync(join(place, 'example.mjs'), transformSync(code, { loader: 'ts', format: 'esm' }).code);
        return place;
      });
      writeFileSync(join(folder, 'all.mjs'), ALL);
      printed = execFileSync(process.execPath, ['all.mjs', ...places], { cwd: folder, encoding: 'utf8' })
        .split('\u001e')
        .slice(1);
    });

    test.each(examples.map(({ title, code }, index) => ({ title, code, index })))('$title', ({ code, index }) => {
      const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]);
      expect(printed[index]?.trimEnd().split('\n')).toEqual(promised);
    });
  });

  test('compiles against the published types with a strict consumer', () => {
    const place = consumer('types');
    examples.forEach(({ code }, index) => writeFileSync(join(place, `example-${index}.mts`), code));
    symlinkSync(join(project, 'node_modules/@types'), join(place, 'node_modules/@types'));
    const options = { strict: true, module: 'nodenext', target: 'es2022', noEmit: true, types: ['node'], skipLibCheck: false };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.mts'] }));
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    expect(() => execFileSync(process.execPath, [tsc, '-p', place], { encoding: 'utf8', stdio: 'pipe' })).not.toThrow();
  });
});
