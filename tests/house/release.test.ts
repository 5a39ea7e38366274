import { describe, expect, it } from 'vitest';

type ReleaseFaults = (tag: string, tree: Tree) => readonly string[];
type Tree = typeof tree;

const script = new URL('../../scripts/check-release.mjs', import.meta.url).href;
const { releaseFaults } = (await import(script)) as { releaseFaults: ReleaseFaults };
const tree = {
  manifest: { version: '1.2.3' },
  lockfile: { version: '1.2.3' },
  changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.3 (2026-01-15)\n\n- A change.\n\n## 1.2.2\n\n- Another.\n',
};

describe('releaseFaults()', () => {
  it('finds nothing where tag, versions and changelog agree', () => expect(releaseFaults('v1.2.3', tree)).toEqual([]));

  it('takes a release before a release for what it is', () => {
    const manifest = { version: '1.3.0-rc.1' };
    expect(releaseFaults('v1.3.0-rc.1', { manifest, lockfile: manifest, changelog: '## 1.3.0-rc.1\n\n- A change.\n' })).toEqual([]);
  });

  it.each<[string, string, Partial<Tree>, readonly string[]]>([
    [
      'another version in package.json',
      'v1.2.3',
      { manifest: { version: '1.2.2' } },
      ['package.json says version 1.2.2, the tag says 1.2.3'],
    ],
    [
      'another version in the lockfile',
      'v1.2.3',
      { lockfile: { version: '1.2.2' } },
      ['package-lock.json says version 1.2.2, the tag says 1.2.3'],
    ],
    ['no section', 'v1.2.3', { changelog: '## Unreleased\n\n- 1.2.3\n\n## 1.2.30\n\n- A.\n' }, ["CHANGELOG.md has no section '## 1.2.3'"]],
    [
      'an empty section',
      'v1.2.3',
      { changelog: '## 1.2.3\n\n## 1.2.2\n\n- A.\n' },
      ["the section '## 1.2.3' of CHANGELOG.md lists nothing"],
    ],
    ['a tag without a version', 'vnext', {}, ['the tag vnext is not of the form v1.2.3']],
    ['no tag', '', {}, ['the tag  is not of the form v1.2.3']],
  ])('names %s', (_, tag, changed, faults) => expect(releaseFaults(tag, { ...tree, ...changed })).toEqual(faults));
});
