/**
 * The command line on data that another project has signed and published: its corridors, laid into a small zone, are locked with the digests
 * and verdicts that it states; its lock is read, its lawpack digested. The data lies beside this project and is not there on every machine;
 * it is never copied into it. What the judge alone says of the same corridors stands in stack-corridors.test.ts.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { run } from '#cli/run';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { zipArchive } from '../helpers/zip-archive.ts';
import { compile } from '../schemas/published-schema.ts';

const published = fileURLToPath(new URL('../../../shared/fixtures/stack', import.meta.url));
const isThere = existsSync(published);
const why = isThere ? '' : ' (skipped: the data of the other project does not lie beside this one)';
const scratch = scratchFolder('stack-third-party');

const CORRIDOR = 'org.momentum.msez.corridor.fixture.2of2';
const A = 'did:key:z6MkpcPvSoHcaxHrowuHYv6NKhBVpvUsptJUUrQenEQ1aYJX';
const B = 'did:key:z6MkrcX3jnavDvJcR4Kcr6i8G1D4LzZ3X2XZdo3dc91QZbvo';
const GOVERNANCE = 'did:key:z6MkiwVVR6BAAnxmH8sLxKpzGaMCjZJZU2pqNEKiJz6ef8ze';
const FOLDER = 'modules/corridors/fixture';
const LAWPACK = '1de4d5d9922ef9c0caba67bbeb2d98d125fc5c2b456c62a7c1f2a56b97c713b8';
const CREATED = '--created 2026-01-15T00:00:00Z';

const read = (...path: readonly string[]): Buffer => readFileSync(join(published, ...path));
const readJson = (...path: readonly string[]) => JSON.parse(read(...path).toString());

function write(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

let count = 0;

/** A zone around one of their corridors. */
function zoneAround(corridor: string, lawpacks = '[]'): string {
  const root = join(scratch, `tree-${count++}`);
  write(
    root,
    'zones/one/zone.yaml',
    `zone_id: org.example.zone.one
jurisdiction_id: ex
zone_name: Around another's corridor
profile: {profile_id: org.example.profile, version: 0.4.44}
jurisdiction_stack: [ex]
lawpack_domains: ${lawpacks}
corridors: [${CORRIDOR}]
`,
  );
  write(root, 'profiles/one/profile.yaml', 'profile_id: org.example.profile\nstack_spec_version: 0.4.44\nmodules: []\n');
  write(root, `${FOLDER}/module.yaml`, 'module_id: org.example.corridor\nversion: 0.1.0\nkind: corridor\ndescription: theirs\n');
  cpSync(join(published, 'fixtures', corridor), join(root, FOLDER), { recursive: true });
  return root;
}

async function custody(root: string, line: string): Promise<{ exit: number; out: string; err: string }> {
  const context = fakeContext(`custody ${line} --no-witness`, { cwd: root });
  const exit = await run(context);
  return { exit, out: context.out(), err: context.err() };
}

async function locked(root: string, flags = CREATED) {
  const { exit, err } = await custody(root, `stack lock zones/one/zone.yaml --no-sync ${flags}`);
  expect([exit, err]).toEqual([0, '']);
  return JSON.parse(readFileSync(join(root, 'zones/one/stack.lock'), 'utf8'));
}

function edit(root: string, name: string, from: string, to: string): void {
  const path = join(root, FOLDER, name);
  const text = readFileSync(path, 'utf8');
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(path, text.replace(from, to));
}

/** S4 names more than the original, so the hashes of whole entries do not apply. */
const blockers: Readonly<Record<string, readonly string[]>> = {
  agreement_2of2: [],
  party_specific_2of2: [],
  party_specific_1of2_withdraw: [`${B}:withdraw`],
  party_specific_duplicate_party: ['definition:unbound:corridor.yaml', `${A}:duplicate_party`],
};

describe.skipIf(!isThere)(`custody stack on corridors of another project${why}`, () => {
  const theirs = (): ReturnType<Ajv2020['compile']> => {
    const ajv = new Ajv2020({ strict: false, formats: { date: true, 'date-time': true } });
    ajv.addSchema(readJson('schemas/artifact-ref.schema.json'));
    return ajv.compile(readJson('schemas/stack.lock.schema.json'));
  };

  test.each(Object.keys(blockers))(
    '%s is locked as they state it, verified from tree and store, and fits both schemas',
    async (corridor) => {
      const root = zoneAround(corridor);
      const lock = await locked(root);
      const { lock_entry } = readJson('expected_corridor_entries.json')[corridor];
      expect(lock.corridors).toEqual([{ ...lock_entry, corridor_activation_blockers: blockers[corridor] }]);
      for (const validate of [theirs(), compile('stack.lock.schema.json')]) expect([validate(lock), validate.errors]).toEqual([true, null]);

      expect((await custody(root, 'stack verify zones/one/stack.lock')).exit).toBe(0);
      await custody(root, 'stack artifact put --lock zones/one/stack.lock --no-sync');
      write(scratch, 'alone/stack.lock', readFileSync(join(root, 'zones/one/stack.lock')));
      const alone = await custody(join(scratch, 'alone'), `stack verify stack.lock --store file:${root}/dist/artifacts`);
      expect(alone).toMatchObject({ exit: 0, err: '' });
    },
  );

  test('a lock with references pins the same digests and fits both schemas', async () => {
    const root = zoneAround('party_specific_2of2');
    const bare = await locked(root);
    const lock = await locked(root, `${CREATED} --emit-artifactrefs`);
    const [{ corridor_agreement_vc_sha256: pins }] = lock.corridors;
    expect(pins.map((pin: { digest_sha256: string }) => pin.digest_sha256)).toEqual(bare.corridors[0].corridor_agreement_vc_sha256);
    expect(pins[0]).toMatchObject({ artifact_type: 'blob', uri: `${FOLDER}/corridor.agreement.zone-a.vc.json` });
    for (const validate of [theirs(), compile('stack.lock.schema.json')]) expect([validate(lock), validate.errors]).toEqual([true, null]);
  });

  const agreement = 'corridor.agreement.vc.json';
  const changes: readonly [what: string, change: (root: string) => void, found: readonly string[]][] = [
    [
      'one flipped character in a jws',
      (root) => edit(root, agreement, '"MtRk', '"MtRj'),
      [`${A}:invalid_proof`, 'role:zone_authority:1/2'],
    ],
    [
      'one edited word in a signed payload',
      (root) => edit(root, agreement, 'fixture only', 'fixture mostly'),
      [`${A}:invalid_proof`, `${B}:invalid_proof`, 'role:zone_authority:0/2'],
    ],
    [
      'one edited word in corridor.yaml',
      (root) => edit(root, 'corridor.yaml', 'arbitration', 'mediation'),
      ['definition:unbound:corridor.yaml'],
    ],
  ];
  test.each(changes)('%s: inactive, with the reason, and verify names the file', async (_, change, found) => {
    const root = zoneAround('agreement_2of2');
    await locked(root);
    change(root);
    const { exit, out } = await custody(root, 'stack verify zones/one/stack.lock --json');
    const { findings } = JSON.parse(out) as { findings: { kind: string; file: string }[] };
    expect(exit).toBe(1);
    expect(findings.find(({ kind }) => kind === 'CHANGED')?.file).toMatch(
      new RegExp(`^${FOLDER}/corridor\\.(?:agreement\\.vc\\.json|yaml)$`),
    );
    const lock = await locked(root);
    expect([lock.corridors[0].corridor_activated, lock.corridors[0].corridor_activation_blockers]).toEqual([false, found]);
  });

  test('a lock made before the credentials take effect: inactive, with the reason', async () => {
    const [before, after] = [zoneAround('agreement_2of2'), zoneAround('agreement_2of2')];
    const early = await locked(before, '--created 2025-12-21T23:59:59Z');
    expect(early.corridors[0]).toMatchObject({
      corridor_activated: false,
      corridor_activation_blockers: [`${GOVERNANCE}:not_yet_effective`, `${A}:not_yet_effective`],
    });
    expect((await locked(after, '--created 2025-12-22T00:00:00Z')).corridors[0].corridor_activated).toBe(true);
    const { exit, out } = await custody(after, 'stack verify zones/one/stack.lock --at 2025-12-21T23:59:59Z --json');
    expect([exit, JSON.parse(out).at.corridors[0].activated]).toEqual([1, false]);
  });

  test('an agreement that is deleted is nowhere in the lock, and its party has not signed', async () => {
    const root = zoneAround('party_specific_2of2');
    edit(root, 'corridor.yaml', 'corridor.agreement.zone-b.vc.json', 'corridor.agreement.zone-c.vc.json');
    const { exit, out } = await custody(root, 'stack lock zones/one/zone.yaml');
    expect([exit, out.includes(`${B}:missing_signature`), out.includes('role:zone_authority:1/2')]).toEqual([0, true, true]);
    const [entry] = JSON.parse(readFileSync(join(root, 'zones/one/stack.lock'), 'utf8')).corridors;
    expect([entry.corridor_agreement_vc_sha256.length, Object.keys(entry.corridor_agreement_payload_sha256_by_path)]).toEqual([
      1,
      ['corridor.agreement.zone-a.vc.json'],
    ]);
  });
});

describe.skipIf(!isThere)(`custody stack on a lawpack of another project${why}`, () => {
  const parts = ['akn/main.xml', 'index.json', 'lawpack.yaml'];
  const archive = (): Buffer => zipArchive(parts.map((name) => ({ name, text: read('lawpack_ex_civil/expected', name) })));

  test('artifact put gives the published digest, and another with the other prefix', async () => {
    const root = join(scratch, 'law');
    write(root, 'ex.zip', archive());
    const put = async (flags: string) =>
      JSON.parse((await custody(root, `stack artifact put ex.zip --type lawpack --json --no-sync ${flags}`)).out);
    expect((await put('')).stored[0].digest_sha256).toBe(LAWPACK);
    expect((await put('--lawpack-prefix mez')).stored[0].digest_sha256).not.toBe(LAWPACK);
    const { exit, out } = await custody(root, `stack artifact verify lawpack ${LAWPACK}`);
    expect([exit, out]).toEqual([0, '1 verified, 0 findings\n']);
  });

  const place = 'modules/legal/jurisdictions/ex/civil/lawpack.lock.json';

  test('its lock is pinned as in the published stack.lock, with a warning while no archive is at hand', async () => {
    const root = zoneAround('agreement_2of2', '[civil]');
    write(root, place, read('lawpack_ex_civil/lawpack.lock.json'));
    const { exit, err } = await custody(root, `stack lock zones/one/zone.yaml ${CREATED}`);
    expect([exit, err]).toEqual([0, expect.stringContaining('archive of lawpack ex:civil is not available')]);
    const [entry] = JSON.parse(readFileSync(join(root, 'zones/one/stack.lock'), 'utf8')).lawpacks;
    const starter = read('examples/starter.stack.lock.yaml').toString();
    expect(entry).toMatchObject({
      jurisdiction_id: 'ex',
      domain: 'civil',
      lawpack_digest_sha256: LAWPACK,
      lawpack_lock_path: place,
      as_of_date: '2025-01-01',
    });
    expect(starter).toContain(`lawpack_lock_sha256: ${entry.lawpack_lock_sha256}`);
  });

  test('an archive at hand is held against its lock: content that fits, in other bytes than stated, is refused', async () => {
    const root = zoneAround('agreement_2of2', '[civil]');
    write(root, place, read('lawpack_ex_civil/lawpack.lock.json'));
    write(root, `dist/artifacts/lawpack/${LAWPACK}.lawpack.zip`, archive());
    const { exit, out } = await custody(root, `stack lock zones/one/zone.yaml ${CREATED}`);
    const { refusal } = JSON.parse(out);
    expect([exit, refusal.code, refusal.detail.faults.map(({ at }: { at: string }) => at)]).toEqual([
      2,
      'E_BAD_LAWPACK',
      ['artifact_sha256'],
    ]);
  });
});

describe.skipIf(!isThere)(`custody stack on published files of another project${why}`, () => {
  test('their lock is read, and differs from itself in nothing, in whatever form it is written', async () => {
    const root = join(scratch, 'starter');
    write(root, 'starter.yaml', read('examples/starter.stack.lock.yaml'));
    expect((await custody(root, 'stack diff starter.yaml starter.yaml')).exit).toBe(0);
  });

  test.each([
    ['swift.module.yaml', 'bc64dc5da20c0851d627f0055623c2b53f2c507c455b4b46f0b1da2671925d0c'],
    ['key-rotation.http.yaml', '0b6f2a8380a474fe14ffc425d1bf08028d7b99b396188ab3462153fadba3b08d'],
  ])('%s has the digest that their lock pins', async (name, digest) => {
    const root = join(scratch, 'files');
    write(root, name, read('examples', name));
    const { out } = await custody(root, `stack artifact put ${name} --type blob --json --no-sync`);
    expect(JSON.parse(out).stored[0].digest_sha256).toBe(digest);
    expect(read('examples/starter.stack.lock.yaml').toString()).toContain(digest);
  });

  const vectors: { input: string; sha256: string; mode?: string }[] = isThere ? readJson('jcs_vectors.json').vectors : [];
  const isOther = ({ mode = '' }): boolean => /mcf-only|64-bit/.test(mode);

  test('every vector of canonical JSON has its digest as an artifact, but for the two of another mode', async () => {
    const root = join(scratch, 'vectors');
    expect(vectors.filter(isOther)).toHaveLength(2);
    for (const [index, { input, sha256, mode = '' }] of vectors.entries()) {
      write(root, `${index}.json`, input);
      const { exit, out } = await custody(
        root,
        `stack artifact put ${index}.json --type ruleset --json --no-sync --store file:store-${index}`,
      );
      if (mode.includes('64-bit')) expect([exit, JSON.parse(out).refusal.code]).toEqual([2, 'E_BAD_ARTIFACT']);
      else expect([input, JSON.parse(out).stored[0].digest_sha256 === sha256]).toEqual([input, !isOther({ mode })]);
    }
  });
});
