/** What is loaded at a start: a line more in a table must not load the code of a whole command. */
import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const FEW = /^(main|start|options|program|compiled|rolldown-runtime|table\d*)\.cjs$/;

it.each(['lock', 'vacuum', 'hashbytes', 'pack', 'fingerprint', 'custody'])('%s --version loads only its table', (name) => {
  const loaded = `
    process.on('exit', () => console.log('\\n' + Object.keys(require.cache).join('\\n')));
    process.argv.push('program', '--version');
    require('./bin/start.cjs')('${name}');`;
  const [version = '', ...parts] = execFileSync(process.execPath, ['-e', loaded], { cwd: root, encoding: 'utf8' }).trim().split(/\n+/);
  expect(version).toContain('0.1.0');
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.map((path) => basename(path)).filter((part) => !FEW.test(part))).toEqual([]);
});
