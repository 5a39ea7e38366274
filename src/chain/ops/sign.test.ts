import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parsePublicKey } from '#keys/ed25519';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { openFinder } from './find-tools.ts';
import { generateKeys } from './keys.ts';
import { type SignedTool, signTools } from './sign.ts';
import { judgeSignature, type TrustedKeys, trustedKeys } from './signatures.ts';

const scratch = scratchFolder('chain-sign');
const TOOL = '__version__ = "1"\n__executor_id__ = None\n__tool_type__ = "primitive"\n';

interface Place {
  readonly folder: string;
  readonly tools: string;
  sign(...asked: readonly string[]): readonly SignedTool[];
}

function newPlace(): Place & { fingerprint: string } {
  const folder = fs.mkdtempSync(join(scratch, 'case-'));
  const roots = { project: folder, user: join(folder, 'user'), system: null };
  const tools = join(folder, '.ai', 'tools');
  fs.mkdirSync(tools, { recursive: true });
  const { fingerprint } = generateKeys(roots, { sync: false });
  return {
    folder,
    tools,
    fingerprint,
    sign: (...asked) =>
      signTools(asked, {
        roots,
        finder: openFinder(roots),
        resolve: (path) => resolve(folder, path),
        signedAt: '2026-01-01T00:00:00Z',
        sync: false,
      }).signed,
  };
}

function judged({ folder }: Place, id: string): unknown {
  const roots = { project: folder, user: join(folder, 'user'), system: null };
  const tool = openFinder(roots).find(id as never, 'project', null);
  return tool === null ? null : judgeSignature(tool, trustedKeys(roots, { always: true }) as TrustedKeys);
}

test.each([
  ['.py', TOOL],
  ['.py', `#!/usr/bin/env python3\n${TOOL}`],
  ['.py', TOOL.replaceAll('\n', '\r\n')],
  ['.py', TOOL.trimEnd()],
  ['.yaml', 'version: "1"\ntool_type: primitive\n'],
  ['.yml', 'version: "1"\ntool_type: primitive\n'],
  ['.json', '{"version": "1", "tool_type": "primitive"}'],
  ['.js', 'export const __version__ = "1";\nexport const __tool_type__ = "primitive";\n'],
  ['.mjs', 'export const __version__ = "1";\nexport const __tool_type__ = "primitive";\n'],
  ['.ts', '#!/usr/bin/env node\nexport const __version__ = "1";\nexport const __tool_type__ = "primitive";\n'],
  ['.sh', '#!/bin/sh\n# version: "1"\n# tool_type: primitive\n'],
  ['.toml', '# version: "1"\n# tool_type: primitive\n'],
  ['.md', '<!--\nversion: "1"\ntool_type: primitive\n-->\ntext\n'],
])('signTools() makes a %s tool that is judged valid, until it is changed', (extension, text) => {
  const place = newPlace();
  const file = join(place.tools, `a${extension}`);
  fs.writeFileSync(file, text);
  expect(judged(place, 'a')).toMatchObject({ kind: 'UNSIGNED' });
  expect(place.sign('a')).toMatchObject([{ tool: 'a', file, changed: true, fingerprint: place.fingerprint }]);
  expect(judged(place, 'a')).toBe('valid');
  expect(place.sign('a')).toMatchObject([{ changed: false }]);
  fs.appendFileSync(file, extension === '.json' ? ' ' : '\n');
  expect(judged(place, 'a')).toMatchObject({ kind: 'BAD_SIGNATURE' });
  expect(place.sign('a')).toMatchObject([{ changed: true }]);
  expect(judged(place, 'a')).toBe('valid');
});

test('signTools() keeps mode and links: the target of a link is signed', () => {
  const place = newPlace();
  fs.mkdirSync(join(place.tools, 'lib'));
  fs.writeFileSync(join(place.tools, 'lib', 'real.py'), TOOL, { mode: 0o755 });
  fs.symlinkSync('lib/real.py', join(place.tools, 'a.py'));
  expect(place.sign('.ai/tools/a.py')).toMatchObject([{ tool: 'a', file: '.ai/tools/a.py', changed: true }]);
  expect(place.sign('.ai/tools/a.py', 'a', 'lib/real')).toHaveLength(1);
  expect(fs.lstatSync(join(place.tools, 'a.py')).isSymbolicLink()).toBe(true);
  expect(fs.statSync(join(place.tools, 'lib', 'real.py')).mode & 0o777).toBe(0o755);
  expect([judged(place, 'a'), judged(place, 'lib/real')]).toEqual(['valid', 'valid']);
});

test('signTools() leaves no other files in the folder of the tool', () => {
  const place = newPlace();
  fs.writeFileSync(join(place.tools, 'a.py'), TOOL);
  place.sign('a');
  expect(fs.readdirSync(place.tools)).toEqual(['a.py']);
});

test('signTools() does not follow a link out of the space by id', () => {
  const place = newPlace();
  fs.writeFileSync(join(place.folder, 'outside.py'), TOOL);
  fs.symlinkSync('../../outside.py', join(place.tools, 'a.py'));
  expect(() => place.sign('a')).toRefuse('E_OUTSIDE');
  expect(fs.readFileSync(join(place.folder, 'outside.py'), 'utf8')).toBe(TOOL);
});

test('signTools() replaces a signature of another key', () => {
  const [place, other] = [newPlace(), newPlace()];
  fs.writeFileSync(join(place.tools, 'a.py'), TOOL);
  place.sign('a');
  fs.copyFileSync(join(place.tools, 'a.py'), join(other.tools, 'a.py'));
  expect(judged(other, 'a')).toMatchObject({ kind: 'UNTRUSTED' });
  expect(other.sign('a')).toMatchObject([{ changed: true, fingerprint: other.fingerprint }]);
  expect(judged(other, 'a')).toBe('valid');
});

test('signTools() signs nothing if one of the tools is refused', () => {
  const place = newPlace();
  fs.writeFileSync(join(place.tools, 'a.py'), TOOL);
  expect(() => place.sign('a', 'none')).toRefuse('E_NOT_FOUND');
  expect(fs.readFileSync(join(place.tools, 'a.py'), 'utf8')).toBe(TOOL);
});

test.each(['a.py', 'a.json'])('signTools() neither signs nor overwrites a change to %s made in the meantime', (name) => {
  const place = newPlace();
  const file = join(place.folder, name);
  fs.writeFileSync(file, '{}');
  const roots = { project: place.folder, user: join(place.folder, 'user'), system: null };
  const late = {
    roots,
    finder: openFinder(roots),
    resolve: () => file,
    sync: false,
    // This is read after the file has been read.
    get signedAt() {
      fs.writeFileSync(file, '[]');
      return '2026-01-01T00:00:00Z';
    },
  };
  expect(() => signTools([file], late)).toRefuse('E_IO', { error: 'changed while it was signed' });
  expect(fs.readFileSync(file, 'utf8')).toBe('[]');
  expect(fs.readdirSync(place.folder).sort()).toEqual(['.ai', name, 'user']);
});

test.each([
  ['signature', /[\w-]{86}==/, 'BAD_SIGNATURE'],
  ['hash', /[0-9a-f]{64}/, 'BAD_SIGNATURE'],
  ['fingerprint', /[0-9a-f]{16}(?=\n)/, 'UNTRUSTED'],
])('signTools() does not treat a line with another %s as its own', (_, part, kind) => {
  const place = newPlace();
  const file = join(place.tools, 'a.py');
  fs.writeFileSync(file, TOOL);
  place.sign('a');
  const signed = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(
    file,
    signed.replace(part, (text) => (text.startsWith('a') ? 'b' : 'a') + text.slice(1)),
  );
  expect(judged(place, 'a')).toMatchObject({ kind });
  expect(place.sign('a')).toMatchObject([{ changed: true }]);
  expect(fs.readFileSync(file, 'utf8')).toBe(signed);
});

test('generateKeys() trusts the key it made', () => {
  const { folder, fingerprint } = newPlace();
  const pem = fs.readFileSync(join(folder, 'user', 'trusted_keys', `${fingerprint}.pem`), 'utf8');
  expect(parsePublicKey(pem).fingerprint).toBe(fingerprint);
  expect(pem).toBe(fs.readFileSync(join(folder, 'user', 'keys', 'public_key.pem'), 'utf8'));
});
