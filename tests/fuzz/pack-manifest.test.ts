/**
 * A real small pack whose manifest was damaged, or rewritten by somebody who knows how to compute a pack_id: it is OK only if it says what it
 * said, or what is really there. Nothing outside is opened (a pipe there would never end, and the hash of a file there must not be told), and
 * no text makes it fail but by a refusal.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonError, parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import { Refusal } from '#core/refusal';
import { newHasher } from '#hashing/hashers';
import { verifyPack } from '#pack/ops/verify';
import { readManifest } from '#pack/read';
import { judgeManifest } from '#pack/verify';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { LONG_TIMEOUT, places, runs } from '../helpers/trials.ts';
import { sealManifest } from '../pack/seal-manifest.ts';
import { dice } from './helpers/dice.ts';
import { mutated } from './helpers/mutation.ts';
import { draft, FILES, isTrue, PATHS, put, rewritten, SECRET, sha256 } from './helpers/pack-rewrites.ts';

const scratch = scratchFolder('pack-fuzz');
const folder = join(scratch, 'pack');
const manifestPath = join(folder, 'manifest.json');

const original = sealManifest(JSON.stringify(draft()));

for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}
writeFileSync(join(scratch, 'canary'), SECRET);
execFileSync('mkfifo', [join(scratch, 'pipe')]);

interface Judged {
  readonly outcome: string;
  readonly text: string;
}

/** Anything thrown that is no refusal of pack fails the test. */
function judge(manifest: string | Uint8Array, deep = false): Judged {
  writeFileSync(manifestPath, manifest);
  try {
    const { outcome, findings, checks } = verifyPack({ given: 'pack', path: folder, deep, threads: 1 });
    expect(outcome === 'OK').toBe(findings.length === 0);
    return { outcome, text: JSON.stringify([[...findings], checks]) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(['E_BAD_PACK', 'E_IO']).toContain(error.code);
    return { outcome: 'REFUSAL', text: `${error.message}${JSON.stringify(error.detail)}` };
  }
}

/** Without a look at the members, which takes a hundred times as long. */
function isSoundByItself(manifest: Uint8Array): boolean {
  try {
    return judgeManifest(readManifest(manifest, 'pack'), newHasher).length === 0;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function canonical(bytes: Uint8Array): string | null {
  try {
    return formatSpine(parseJson(bytes));
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

describe('pack verify of a small pack', () => {
  test('is OK', () => expect(judge(original)).toMatchObject({ outcome: 'OK' }));

  test('is not OK with any bit of the manifest changed, unless that is only another spelling', LONG_TIMEOUT, () => {
    const bytes = Buffer.from(original);
    for (const bit of places(bytes.length * 8, 5)) {
      const flipped = Uint8Array.from(bytes);
      flipped[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
      if (isSoundByItself(flipped)) expect([judge(flipped).outcome, canonical(flipped)], `bit ${bit}`).toEqual(['OK', original]);
    }
  });

  test('is not OK with any bit of a member changed', LONG_TIMEOUT, () => {
    writeFileSync(manifestPath, original);
    for (const [path, text] of Object.entries(FILES)) {
      const bytes = Buffer.from(text);
      for (const bit of places(bytes.length * 8, 5)) {
        const flipped = Uint8Array.from(bytes);
        flipped[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
        writeFileSync(join(folder, path), flipped);
        expect(judge(original).text, path).toContain('HASH_MISMATCH');
      }
      writeFileSync(join(folder, path), text);
    }
    expect(judge(original).outcome).toBe('OK');
  });

  test('is OK after damage only if the manifest says the same, and never fails otherwise than by a refusal', LONG_TIMEOUT, () => {
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (seed, deep) => {
        const bytes = mutated(Buffer.from(original), dice(seed));
        const { outcome, text } = judge(bytes, deep);
        if (outcome === 'OK') expect(canonical(bytes)).toBe(original);
        expect(text).not.toContain(sha256(SECRET));
      }),
      runs(600),
    );
  });

  test('is OK after a rewrite with its own pack_id only if all it names is there; nothing outside is opened', LONG_TIMEOUT, () => {
    const outcomes = new Map<string, number>();
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (seed, deep) => {
        const manifest = rewritten(seed);
        const { outcome, text } = judge(manifest, deep);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (outcome === 'OK') expect(isTrue(manifest), manifest).toBe(true);
        expect(text.replaceAll(/"expected":"[^"]*"/g, '')).not.toContain(sha256(SECRET));
      }),
      runs(600),
    );
    for (const outcome of ['OK', 'INVALID', 'REFUSAL']) expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(0);
  });

  test.each([...PATHS, join(scratch, 'canary'), join(scratch, 'pipe')].map((path) => [path.slice(0, 40), path] as const))(
    'never looks outside for the path %j',
    (_, path) => {
      for (const version of [undefined, 'lock.v0', 'pack.v0', 'rvl.v0']) {
        const manifest = draft();
        put(manifest, 'members', [...manifest.members, { artifact_version: version, bytes_hash: sha256(SECRET), path, type: 'other' }]);
        put(manifest, 'member_count', manifest.members.length);
        const { outcome } = judge(sealManifest(JSON.stringify(manifest)), version !== undefined);
        expect(outcome).toBe('INVALID');
      }
    },
  );

  test('a key that stands twice is refused, however it is spelled', () => {
    for (const field of ['pack_id', 'members', 'version', 'note']) {
      for (const spelled of [field, `\\u00${field.charCodeAt(0).toString(16)}${field.slice(1)}`]) {
        expect(judge(original.replace('{', `{"${spelled}":null,`)), spelled).toMatchObject({ outcome: 'REFUSAL' });
      }
    }
  });

  test('a nested manifest is a finding at worst, never a refusal of the pack around it', LONG_TIMEOUT, () => {
    const inner = sealManifest(JSON.stringify({ ...draft(), members: [], member_count: 0 }));
    const around = (text: Uint8Array): string => {
      const bytes_hash = `sha256:${createHash('sha256').update(text).digest('hex')}`;
      const members = draft().members.map((member) => (member['path'] === 'inner/manifest.json' ? { ...member, bytes_hash } : member));
      return sealManifest(JSON.stringify({ ...draft(), members }));
    };
    const judgeInner = (text: Uint8Array): Judged => {
      writeFileSync(join(folder, 'inner/manifest.json'), text);
      return judge(around(text), true);
    };
    try {
      expect(judgeInner(Buffer.from(inner)).text).not.toContain('inner/');
      fc.assert(
        fc.property(fc.nat(), fc.boolean(), (seed, isRewritten) => {
          const text = isRewritten ? Buffer.from(rewritten(seed)) : mutated(Buffer.from(inner), dice(seed));
          const judged = judgeInner(text);
          expect(judged.outcome).toBe('INVALID');
          if (!isRewritten && canonical(text) !== inner) expect(judged.text).toContain('"path":"inner/');
          expect(judged.text.replaceAll(/"expected":"[^"]*"/g, '')).not.toContain(sha256(SECRET));
        }),
        runs(400),
      );
    } finally {
      writeFileSync(join(folder, 'inner/manifest.json'), FILES['inner/manifest.json'] as string);
    }
  });

  test('members behind a link to another folder are not members', () => {
    const away = join(scratch, 'away');
    mkdirSync(away);
    copyFileSync(join(folder, 'sub/rvl.json'), join(away, 'rvl.json'));
    copyFileSync(join(folder, 'sub/\u{e9}\\".txt'), join(away, '\u{e9}\\".txt'));
    rmSync(join(folder, 'sub'), { recursive: true });
    symlinkSync(away, join(folder, 'sub'));
    expect(judge(original).text).toContain('NON_REGULAR_MEMBER');
    expect(readFileSync(manifestPath, 'utf8')).toBe(original);
  });
});
