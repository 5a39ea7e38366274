/** Our schema of stack.lock, held against locks that are made here, published ones, and ones that are none. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parseYaml } from '#codecs/yaml/read';
import { parseStackLock } from '#stack/read';
import { lock, smallStacks } from '../stack/locking.ts';

const validate = new Ajv2020({ strict: false, formats: { 'date-time': true } }).compile(
  JSON.parse(readFileSync(new URL('../../schemas/stack.lock.schema.json', import.meta.url), 'utf8')),
);
const published = fileURLToPath(new URL('../../../shared/fixtures/stack/examples/starter.stack.lock.yaml', import.meta.url));
const { treeWith } = smallStacks('stack-schema');

async function made(emitArtifactRefs: boolean): Promise<Record<string, unknown[]>> {
  const { bytes } = await lock(treeWith(), { emitArtifactRefs });
  return JSON.parse(Buffer.from(bytes).toString());
}

it.each([false, true])('stack.lock.schema.json holds for a lock that is made here (with ArtifactRefs: %s)', async (emitArtifactRefs) => {
  validate(await made(emitArtifactRefs));
  expect(validate.errors).toBeNull();
});

const why = existsSync(published) ? '' : ' (skipped: the lock of the other project does not lie beside this one)';

it.skipIf(!existsSync(published))(`stack.lock.schema.json holds for a published lock, which is read too${why}`, () => {
  const value = parseYaml(readFileSync(published));
  validate(JSON.parse(JSON.stringify(value)));
  expect(validate.errors).toBeNull();
  expect(parseStackLock(value).ok).toBe(true);
});

it.each<[string, (whole: Record<string, unknown[]>) => object]>([
  ['MISSING for a lawpack', (whole) => ({ lawpacks: [{ ...(whole['lawpacks']?.[0] as object), lawpack_digest_sha256: 'MISSING' }] })],
  [
    'a lawpack of another type',
    (whole) => ({
      lawpacks: [
        { ...(whole['lawpacks']?.[0] as object), lawpack_digest_sha256: { artifact_type: 'blob', digest_sha256: 'ab'.repeat(32) } },
      ],
    }),
  ],
  ['a corridor of id and manifest alone', () => ({ corridors: [{ corridor_id: 'c', corridor_manifest_sha256: 'ab'.repeat(32) }] })],
  ['half an agreement', (whole) => ({ corridors: [{ ...(whole['corridors']?.[0] as object), corridor_activated: true }] })],
  ['a module without a digest', () => ({ modules: [{ module_id: 'm', version: '1', variant: 'v' }] })],
  ['MISSING for a patch', () => ({ overlays: [{ module_id: 'm', patches_sha256: ['MISSING'] }] })],
])('stack.lock.schema.json does not hold for %s, which is not read either', async (_, change) => {
  const whole = await made(false);
  const broken = { ...whole, ...change(whole) };
  expect([validate(broken), parseStackLock(broken as never).ok]).toEqual([false, false]);
});
