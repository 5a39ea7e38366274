import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { fixtures, isThere, why } from './fixtures.ts';

const IDENTITY =
  'https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon/.github/workflows/extremely-dangerous-oidc-beacon.yml@refs/heads/main';
const ISSUER = 'https://token.actions.githubusercontent.com';

describe.skipIf(!isThere)(`Sigstore bundles of the conformance suite, each through custody verify${why}`, () => {
  const folder = join(fixtures, 'sigstore', 'cases');
  const names = isThere ? readdirSync(folder).filter((name) => name !== 'a.txt') : [];

  // The ledger of a run is written to the working folder.
  const run = (line: string): ReturnType<typeof runInProcess> => runInProcess(mkdtempSync(join(tmpdir(), 'custody-sigstore-')), line);
  const lineFor = (name: string, withRoot = true): string => {
    const own = (file: string): string | null => (existsSync(join(folder, name, file)) ? join(folder, name, file) : null);
    const text = (file: string): string | null => (own(file) === null ? null : readFileSync(join(folder, name, file), 'utf8').trim());
    const who =
      own('key.pub') === null
        ? `--identity ${text('identity') ?? IDENTITY} --issuer ${text('issuer') ?? ISSUER}`
        : `--key ${own('key.pub')}`;
    const root = withRoot ? ` --trusted-root ${own('trusted_root.json') ?? join(folder, '..', 'trusted_root.json')}` : '';
    return `custody verify ${own('artifact') ?? join(folder, 'a.txt')} --signature ${own('bundle.sigstore.json')} ${who}${root}`;
  };

  it.each(names.map((name) => [name]))('%s', async (name) => {
    const { exit, out, err } = await run(lineFor(name));
    // The wrong key of one case is no key at all, which is refused.
    const expected = name.endsWith('wrong-key_fail') ? 2 : name.endsWith('_fail') ? 1 : 0;
    expect({ exit, out, err }).toMatchObject({ exit: expected });
  });

  it.each(names.filter((name) => !name.endsWith('_fail')).map((name) => [name]))(
    '%s: not by another identity, and not over another file',
    async (name) => {
      if (!lineFor(name).includes('--key')) {
        expect((await run(`${lineFor(name)} --identity other`)).exit).not.toBe(0);
        expect((await run(lineFor(name).replace(/--identity \S+/, `--identity ${IDENTITY.slice(1)}`))).exit).toBe(1);
        expect((await run(lineFor(name).replace(/--issuer \S+/, '--issuer https://token.actions'))).exit).toBe(1);
      }
      expect((await run(lineFor(name).replace(/verify \S+/, `verify ${join(folder, '..', 'trusted_root.json')}`))).exit).toBe(1);
    },
  );

  it('a key alone proves the signature and says what was not checked', async () => {
    const { exit, out } = await run(lineFor('managed-key-happy-path', false));
    expect(exit).toBe(0);
    expect(out).toContain('they need --trusted-root');
    expect((await run(lineFor('managed-key-wrong-key_fail', false))).exit).toBe(2);
  });
});
