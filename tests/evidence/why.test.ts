/** `custody why` over every kind of evidence, over damaged evidence, and with names that try to control what is printed. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { KINDS } from '#evidence/kinds';
import { findEvidence } from '#evidence/ops/find';
import { kindOps } from '#evidence/ops/table';
import type { Why } from '#evidence/why/why';
import { runInProcess } from '../faults/run-in-process.ts';
import { unprivileged } from '../faults/unprivileged.ts';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { sealLock } from '../lock/seal-lock.ts';
import { compile } from '../schemas/published-schema.ts';
import { debianProgram, type Program } from '../set-up/debian-programs.ts';
import { noRegistry, startRegistry } from '../set-up/registry.ts';
import { sampleRecords } from '../witness/sample-ledger.ts';
import { parseDot } from './dot-grammar.ts';
import { SAMPLES, type Sample } from './samples.ts';

const scratch = scratchFolder('why');
const holds = compile('why.v0.json');
const program = await debianProgram('dot', 'graphviz', 'libgvc6');
/** Null where it cannot be had; the reason is printed. */
const graphviz = typeof program === 'string' ? null : program;
let count = 0;

function newFolder(): string {
  const folder = join(scratch, String(count++));
  mkdirSync(folder);
  return folder;
}

async function must(folder: string, line: string): Promise<string> {
  const { exit, out, err } = await runInProcess(folder, line);
  expect([line, exit, exit === 0 ? '' : err]).toEqual([line, 0, '']);
  return out;
}

/** The document keeps its schema, its references lead somewhere, and its findings are in order of time. */
async function why(folder: string, words: string, env: Record<string, string> = {}): Promise<Why & { readonly exit: number | null }> {
  const { exit, out } = await runInProcess(folder, `custody why ${words} --json`, env);
  const document = JSON.parse(out) as Why;
  expect([holds(document), holds.errors, out]).toEqual([true, null, out]);
  const { evidence, runs, findings, outcome, complete, unread } = document;
  const refs = new Set(['subject', ...evidence.map(({ ref }) => ref), ...runs.map(({ ref }) => ref)]);
  expect(findings.filter(({ by, of }) => !refs.has(by) || !refs.has(of))).toEqual([]);
  const times = findings.map(({ time }) => (time === null ? Number.POSITIVE_INFINITY : Date.parse(time)));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect([exit, complete]).toEqual([outcome === 'FOUND' && complete ? 0 : 1, unread.length === 0]);
  return { ...document, exit };
}

const sha256 = (path: string): string => `sha256:${createHash('sha256').update(readFileSync(path)).digest('hex')}`;

const relations = ({ findings }: Why): readonly string[] =>
  findings.map(({ by, relation, of }) => `${by[0]} ${relation} ${of === 'subject' ? of : of[0]}`);

async function delivery(): Promise<string> {
  const folder = newFolder();
  mkdirSync(join(folder, 'data/sub'), { recursive: true });
  writeFileSync(join(folder, 'data/a.csv'), 'id\n1\n');
  writeFileSync(join(folder, 'data/sub/b.txt'), 'b\n');
  await runInProcess(folder, 'lock --scan data --created 2026-01-15T10:30:00Z -o d.lock.json --no-witness');
  return folder;
}

const SOUND = KINDS.map(({ name }) => SAMPLES.find(({ kind, outcome }) => kind === name && outcome === 'OK') as Sample);

describe.each(SOUND)('$kind', (sample) => {
  it('is found by the digest of each member', async () => {
    const folder = newFolder();
    const given = await sample.make(folder);
    const place = { given, path: join(folder, given) };
    const asked = {
      root: null,
      selfOnly: true,
      threads: undefined,
      watch: undefined,
      env: {},
      cwd: folder,
      plainHttp: false,
      caFile: undefined,
    };
    const [found] = (await findEvidence(place, { depth: null })).found;
    const { members } = await (await kindOps(sample.kind)).describe((found as { place: typeof place }).place, asked);
    const digests = [...new Set([...members].flatMap(({ digest }) => (digest === null ? [] : [digest])))];
    expect(digests).not.toEqual([]);
    for (const digest of digests.slice(0, 5)) {
      const { outcome, evidence, runs, unread } = await why(folder, `${digest} --in ${given}`);
      const kinds = evidence.map(({ kind }) => kind);
      expect([outcome, unread]).toEqual(['FOUND', []]);
      if (sample.kind === 'ledger') expect(runs.map(({ ledger }) => ledger)).toContain(given);
      else expect(kinds).toContain(sample.kind);
    }
  });

  it('does not name what is not in it', async () => {
    const folder = newFolder();
    const { outcome, findings, searched } = await why(folder, `${'0'.repeat(63)}1 --in ${await sample.make(folder)}`);
    expect([outcome, findings, searched[0]?.found === 0]).toEqual(['NOT_FOUND', [], false]);
  });
});

describe('the graph', () => {
  it('leads from a file to its lock, to the pack that holds the lock, to its archive and its store, and to the runs', async () => {
    const folder = await delivery();
    const env = { EPISTEMIC_WITNESS: join(folder, 'w') };
    const lines = [
      'lock --scan data --created 2026-01-15T10:30:00Z -o e.lock.json --dataset-id e',
      'lock verify e.lock.json --root data > verified.txt',
      'pack seal e.lock.json --created 2026-01-16T00:00:00Z --output p > sealed.txt',
      'pack export p --archive p.tar.zst > exported.txt',
      'pack push p --store file:s --tag t1 > pushed.txt',
    ];
    for (const line of lines) expect([line, (await runInProcess(folder, line, env)).exit]).toEqual([line, 0]);
    const found = await why(folder, 'data/a.csv', env);
    const { evidence, runs, findings, known_as } = found;
    const pack = evidence.find(({ kind }) => kind.startsWith('pack'));
    expect(pack?.places.map(({ kind, path, tags }) => [kind, path.replace(/@.*/, ''), tags])).toEqual([
      ['pack', 'p', []],
      ['pack-archive', 'p.tar.zst', []],
      ['pack-store', 's', ['t1']],
    ]);
    const lock = evidence.find(({ places }) => places.some(({ path }) => path === 'e.lock.json'));
    expect(lock?.places.map(({ path }) => path.replace(/@.*\//, '/'))).toEqual([
      'e.lock.json',
      'p.tar.zst/e.lock.json',
      'p/e.lock.json',
      's/e.lock.json',
    ]);
    expect(findings.find(({ by, of }) => by === pack?.ref && of === lock?.ref)).toMatchObject({ relation: 'holds', path: 'e.lock.json' });
    const ofLock = findings.filter(({ of, by }) => of === lock?.ref && by.startsWith('r')).map(({ relation }) => relation);
    expect(ofLock).toEqual(['wrote', 'read', 'read']);
    expect(runs.map(({ outcome, id_matches }) => [outcome, id_matches])).toEqual([
      ['LOCK_CREATED', true],
      ['VERIFY_OK', true],
      ['PACK_CREATED', true],
      ['PUBLISHED', true],
      ['PUBLISHED', true],
    ]);
    expect(known_as).toEqual([{ path: 'a.csv', digest: sha256(join(folder, 'data/a.csv')), count: 2 }]);
    const narrowed = await why(folder, 'data/a.csv --in p.tar.zst', { EPISTEMIC_WITNESS: join(folder, 'none') });
    expect(relations(narrowed)).toEqual(['e names subject', 'e holds e']);
  });

  it('goes on from a run that read the file to the evidence that it wrote', async () => {
    const folder = await delivery();
    const [file, lock] = ['data/sub/b.txt', 'd.lock.json'].map((name) => readFileSync(join(folder, name)));
    const { newHasher } = await import('#hashing/hashers');
    const blake3 = (bytes: Uint8Array): string => {
      const hasher = newHasher('blake3');
      hasher.update(bytes);
      return `blake3:${hasher.digest()}`;
    };
    writeFileSync(join(folder, 'c.txt'), 'not in the lock\n');
    const inputs = [{ path: 'c.txt', hash: blake3(readFileSync(join(folder, 'c.txt'))), bytes: 16 }];
    const { formatRecord } = await import('#witness/document');
    const records = sampleRecords(1, () => ({ inputs, output_hash: blake3(lock as Buffer), params: { output: 'd.lock.json' } }));
    writeFileSync(join(folder, 'w.jsonl'), `${records.map(formatRecord).join('\n')}\n`);
    const found = await why(folder, 'c.txt');
    expect(relations(found)).toEqual(['r read subject', 'e output r']);
    expect([found.evidence[0]?.places[0]?.path, file?.length]).toEqual(['d.lock.json', 2]);
  });

  it('of a cycle of documents that name each other ends', async () => {
    const folder = newFolder();
    const [x, y] = ['x', 'y'].map((name) => `sha256:${createHash('sha256').update(name).digest('hex')}`) as [string, string];
    const lock = (id: string, names: readonly string[]): string =>
      JSON.stringify({
        lock_hash: id,
        members: names.map((bytes_hash, index) => ({ bytes_hash, fingerprint: null, path: `m${index}`, size: 1 })),
        version: 'lock.v0',
      });
    writeFileSync(join(folder, 'x.lock.json'), lock(x, [y, `sha256:${'1'.repeat(64)}`]));
    writeFileSync(join(folder, 'y.lock.json'), lock(y, [x]));
    const found = await why(folder, '1'.repeat(64));
    expect(relations(found)).toEqual(['e names subject', 'e names e', 'e names e']);
    expect(await must(folder, `custody why ${'1'.repeat(64)} --all`)).toContain('(more on it elsewhere)');
  });

  it('finds a profile by the lock that records it', async () => {
    const folder = await delivery();
    writeFileSync(join(folder, 'loans.yaml'), 'schema_version: 1\nprofile_id: loans.v1\n');
    await must(folder, 'lock --scan data --profile loans.yaml -o q.lock.json --no-witness');
    const { findings, evidence } = await why(folder, 'loans.yaml');
    expect(findings.map(({ relation, path }) => [relation, path])).toEqual([['names', 'loans.v1']]);
    expect(evidence[0]?.places[0]?.path).toBe('q.lock.json');
  });

  it('reads evidence once that two places lead to, and lists it once', async () => {
    const folder = await delivery();
    const { findings, searched } = await why(folder, 'data/a.csv --in . --in d.lock.json --in ./d.lock.json');
    expect([findings.length, searched.map(({ found }) => found)]).toEqual([1, [1, 0, 0, 0]]);
  });

  it('finds a lock, a pack and a run by their own ids', async () => {
    const folder = await delivery();
    await must(folder, 'pack seal data -o p --no-witness');
    const { lock_hash } = JSON.parse(readFileSync(join(folder, 'd.lock.json'), 'utf8'));
    const { pack_id } = JSON.parse(readFileSync(join(folder, 'p/manifest.json'), 'utf8'));
    const { formatRecord } = await import('#witness/document');
    const [record] = sampleRecords(1);
    writeFileSync(join(folder, 'w.jsonl'), `${formatRecord(record as never)}\n`);
    for (const [id, kind] of [
      [lock_hash, 'e is subject'],
      [pack_id, 'e is subject'],
      [(record as { id: string }).id, 'r is subject'],
    ])
      expect(relations(await why(folder, id))).toEqual([kind]);
  });
});

describe('what is asked', () => {
  it('is taken for a digest if it looks like one, also if a file has that name; ./NAME asks for the file', async () => {
    const folder = await delivery();
    const name = sha256(join(folder, 'data/a.csv')).slice(7);
    writeFileSync(join(folder, name), 'another file\n');
    expect((await why(folder, name)).subject).toMatchObject({ kind: 'digest', namesake: `./${name}` });
    expect(await why(folder, `./${name}`)).toMatchObject({ outcome: 'NOT_FOUND', subject: { kind: 'file', namesake: null } });
  });

  it('is looked up by both algorithms', async () => {
    const folder = await delivery();
    await must(folder, 'vacuum data --no-witness | hashbytes --algorithm blake3 --no-witness | lock --no-witness > b.lock.json');
    const { evidence, known_as } = await why(folder, 'data/a.csv');
    expect(evidence.map(({ places }) => String(places[0]?.path)).toSorted()).toEqual(['b.lock.json', 'd.lock.json']);
    expect(known_as.map(({ digest }) => String(digest).slice(0, 6)).toSorted()).toEqual(['blake3', 'sha256']);
  });

  it('is a file that has changed: nothing has its bytes, and the path is known with others', async () => {
    const folder = await delivery();
    const old = sha256(join(folder, 'data/a.csv'));
    appendFileSync(join(folder, 'data/a.csv'), '2\n');
    const found = await why(folder, 'data/a.csv');
    expect([found.outcome, found.exit, relations(found), found.findings[0]?.digest, found.known_as]).toEqual([
      'NOT_FOUND',
      1,
      ['e same-path subject'],
      old,
      [],
    ]);
  });

  it('is a path that is not here: known by the text, or by the place to which the layout leads', async () => {
    const folder = await delivery();
    const digest = sha256(join(folder, 'data/sub/b.txt'));
    rmSync(join(folder, 'data/sub'), { recursive: true });
    for (const words of ['data/sub/b.txt', './data//sub/b.txt', 'sub/b.txt', join(folder, 'data/sub/b.txt')]) {
      const { outcome, subject, known_as, exit } = await why(folder, words);
      expect([words, outcome, exit, subject.kind, known_as]).toEqual([
        words,
        'FOUND',
        0,
        'missing',
        [{ path: 'sub/b.txt', digest, count: 1 }],
      ]);
    }
    expect((await why(folder, 'b.txt')).outcome).toBe('NOT_FOUND');
  });

  it('is a folder: a pack has the digest of its manifest, and any other is known by its path alone', async () => {
    const folder = await delivery();
    await runInProcess(folder, 'pack seal data -o p');
    expect((await why(folder, 'p')).subject).toMatchObject({ kind: 'folder' });
    const { subject, findings } = await why(folder, 'data --no-recurse');
    expect([subject.digests, findings.map(({ relation, path }) => [relation, path])]).toEqual([[], [['same-path', 'data']]]);
  });

  it('is an empty file: a run without output did not write it', async () => {
    const folder = await delivery();
    writeFileSync(join(folder, 'empty'), '');
    await runInProcess(folder, 'lock --scan data -o f.lock.json; true');
    await runInProcess(folder, 'pack list --store file:nowhere > x');
    expect((await why(folder, 'empty')).findings).toEqual([]);
  });
});

describe('what cannot be read', () => {
  it.skipIf(unprivileged === null)('is a folder that may not be listed, and a file that may not be read', async () => {
    const folder = await delivery();
    mkdirSync(join(folder, 'shut'));
    writeFileSync(join(folder, 'shut.lock.json'), '{}');
    for (const name of ['shut', 'shut.lock.json']) chmodSync(join(folder, name), 0);
    const bin = fileURLToPath(new URL('../../bin/custody', import.meta.url));
    const words = [...(unprivileged ?? '').split(' ').filter((word) => word !== ''), process.execPath, bin];
    const env = { ...process.env, EPISTEMIC_WITNESS: join(folder, 'none') };
    const { status, stdout } = spawnSync(words[0] as string, [...words.slice(1), 'why', 'data/a.csv', '--json'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    for (const name of ['shut', 'shut.lock.json']) chmodSync(join(folder, name), 0o700);
    const { outcome, complete, unread } = JSON.parse(stdout) as Why;
    expect([status, outcome, complete, unread]).toEqual([
      1,
      'FOUND',
      false,
      [
        { path: 'shut', reason: 'cannot read shut: Permission denied' },
        { path: 'shut.lock.json', reason: 'cannot read shut.lock.json: Permission denied' },
      ],
    ]);
  });

  it('is evidence of every kind that its own reader refuses', async () => {
    for (const sample of SAMPLES.filter(
      ({ outcome, spoil, kind }) => outcome === 'REFUSED' && spoil === undefined && !kind.startsWith('pack-'),
    )) {
      const folder = newFolder();
      await sample.make(folder);
      const { unread, exit } = await why(folder, '0'.repeat(64));
      expect([sample.kind, exit, unread.length > 0]).toEqual([sample.kind, 1, true]);
    }
  });

  it('is not the rest of an archive that is cut short: its manifest is whole, and names what it names', async () => {
    const folder = newFolder();
    const sample = SAMPLES.find(({ kind, outcome }) => kind === 'pack-archive' && outcome === 'REFUSED') as Sample;
    await sample.make(folder);
    expect(await why(folder, 'data/a.csv --in e.tar')).toMatchObject({
      outcome: 'FOUND',
      complete: true,
      evidence: [{ kind: 'pack-archive' }],
    });
  });

  it('is a line of a ledger; and a record that was edited is marked', async () => {
    const folder = await delivery();
    const env = { EPISTEMIC_WITNESS: join(folder, 'w') };
    await runInProcess(folder, 'lock verify d.lock.json --root data > v.txt', env);
    const text = readFileSync(join(folder, 'w'), 'utf8').replace('"VERIFY_OK"', '"VERIFY_NO"');
    writeFileSync(join(folder, 'w'), `${text}{"half":\n[1]\n`);
    const { runs, unread, complete, exit } = await why(folder, 'd.lock.json --no-recurse', env);
    expect([runs.map(({ outcome, id_matches, line }) => [outcome, id_matches, line]), complete, exit]).toEqual([
      [['VERIFY_NO', false, 1]],
      false,
      1,
    ]);
    expect(unread).toEqual([{ path: join(folder, 'w'), reason: 'lines 2, 3 cannot be read; custody witness verify judges the ledger' }]);
    expect((await runInProcess(folder, 'custody why d.lock.json', env)).out).toMatch(/its record was edited/);
  });

  it('is a ledger that is no file', async () => {
    const folder = await delivery();
    mkdirSync(join(folder, 'w'));
    const { unread, outcome, exit } = await why(folder, 'data/a.csv --in d.lock.json', { EPISTEMIC_WITNESS: join(folder, 'w') });
    expect([outcome, exit, unread.map(({ path }) => path)]).toEqual(['FOUND', 1, [join(folder, 'w')]]);
  });

  it('is a manifest, a tag or a lock of a store', async () => {
    const folder = await delivery();
    for (const [name, note] of [
      ['p', 'one'],
      ['q', 'two'],
    ])
      await must(
        folder,
        `pack seal d.lock.json data -o ${name} --note ${note} --no-witness && pack push ${name} --store file:s --tag ${name} --no-witness`,
      );
    for (const name of ['p', 'q', 'd.lock.json']) rmSync(join(folder, name), { recursive: true });
    const [manifest] = readdirSync(join(folder, 's/packs'));
    writeFileSync(join(folder, 's/packs', manifest as string), '{"version":"pack.v0"');
    writeFileSync(join(folder, 's/tags/p'), 'no tag');
    const first = await why(folder, 'data/a.csv --store file:s --in data');
    expect([first.outcome, first.complete, first.unread.length, first.evidence.map(({ kind }) => kind).toSorted()]).toEqual([
      'FOUND',
      false,
      2,
      ['lock', 'pack-store'],
    ]);
    const blob = sha256OfLock(join(folder, 's/blobs/sha256'));
    rmSync(blob);
    const second = await why(folder, 'data/a.csv --store file:s --in data');
    expect([second.unread.length, second.evidence.map(({ kind }) => kind)]).toEqual([3, ['pack-store']]);
    writeFileSync(blob, 'damaged');
    expect((await why(folder, 'data/a.csv --in s')).unread.length).toBe(3);
  });

  it('is a lock within a pack that is not as the manifest says: the others are read', async () => {
    const folder = await delivery();
    await must(folder, 'lock --scan data --note other -o o.lock.json --no-witness');
    await must(folder, 'pack seal d.lock.json o.lock.json -o p --no-witness');
    for (const name of ['d.lock.json', 'o.lock.json']) rmSync(join(folder, name));
    appendFileSync(join(folder, 'p/d.lock.json'), ' ');
    const damaged = await why(folder, 'data/a.csv');
    expect([damaged.unread.map(({ path }) => path), damaged.evidence.map(({ places }) => String(places[0]?.path)).toSorted()]).toEqual([
      ['p/d.lock.json'],
      ['p', 'p/o.lock.json'],
    ]);
    rmSync(join(folder, 'p/d.lock.json'));
    writeFileSync(join(folder, 'real.json'), readFileSync(join(folder, 'p/o.lock.json')));
    rmSync(join(folder, 'p/o.lock.json'));
    symlinkSync('../real.json', join(folder, 'p/o.lock.json'));
    const linked = await why(folder, 'data/a.csv --in p');
    expect([linked.outcome, linked.unread.map(({ path }) => path)]).toEqual(['NOT_FOUND', ['p/d.lock.json', 'p/o.lock.json']]);
  });

  it('are links, pipes and folders below the depth: passed over, and said', async () => {
    const folder = await delivery();
    symlinkSync('d.lock.json', join(folder, 'l.lock.json'));
    symlinkSync('.', join(folder, 'loop'));
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    const { passed_over, complete } = await why(folder, 'data/a.csv --no-recurse');
    expect([complete, passed_over.map(({ path }) => path)]).toEqual([true, ['data', 'l.lock.json', 'loop', 'pipe']]);
  });
});

describe('names that try to control the output', () => {
  const EVIL = [
    'new\nline',
    '\u001b[2Jclear',
    '\u202egpj.exe',
    '\u009b31m',
    'quote"; evil [label="x',
    'back\\slash\\',
    '&lt;&#10;',
    'a -> b',
    '%s\t',
    'é',
  ];

  async function evil(): Promise<{ folder: string; digest: string }> {
    const folder = newFolder();
    const digest = `sha256:${'ab'.repeat(32)}`;
    const member = (path: string) => ({ bytes_hash: digest, fingerprint: null, path, size: 1 });
    mkdirSync(join(folder, 'in'));
    const lock = {
      created: '\u001b[31m',
      members: EVIL.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map(member),
      note: '\u202e',
      version: 'lock.v0',
    };
    writeFileSync(join(folder, 'in', '\u001b]0;title\u0007\n\u202e.lock.json'), sealLock(JSON.stringify(lock)));
    const { formatRecord } = await import('#witness/document');
    const fields = {
      tool: 'evil\n\u001b[1m',
      outcome: '\u202e"\\',
      inputs: EVIL.map((path) => ({ path, hash: digest, bytes: 1 })),
      params: { output: EVIL[1] as string },
    };
    writeFileSync(
      join(folder, 'in/w.jsonl'),
      `${sampleRecords(1, () => fields)
        .map(formatRecord)
        .join('\n')}\n`,
    );
    return { folder, digest };
  }

  const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

  it.each(['', '--all', '--json', '--dot'])('are printed safely: %s', async (form) => {
    const { folder, digest } = await evil();
    const { exit, out } = await runInProcess(folder, `custody why ${digest} --in in ${form}`);
    expect([exit, UNSAFE.exec(out)]).toEqual([0, null]);
    const lines = out.trimEnd().split('\n');
    if (form === '--all') expect(lines.filter((line) => /names it as|read it as/.test(line))).toHaveLength(2 * EVIL.length);
    if (form === '--json')
      expect(
        JSON.parse(out)
          .known_as.map(({ path }: { path: string }) => path)
          .toSorted(),
      ).toEqual(EVIL.toSorted());
  });

  it('forge nothing in a graph', async () => {
    const { folder, digest } = await evil();
    const { nodes, edges } = parseDot((await runInProcess(folder, `custody why ${digest} --in in --dot`)).out);
    expect([...nodes.keys()].toSorted()).toEqual(['e1', 'r1', 'subject']);
    const labels = edges.filter(({ from }) => from === 'e1').map(({ attributes }) => attributes['label']);
    expect(labels).toContain('names\nquote"; evil [label="x');
    expect(labels).toContain('names\nback\\slash\\');
    expect(labels).toContain('names\n&lt;&#10;');
    expect(labels).toContain('names\nnew\\nline');
    expect(edges).toHaveLength(2 * EVIL.length);
  });

  it.skipIf(graphviz === null)('are drawn by Graphviz as they are', async () => {
    const dot = graphviz as Program;
    const { folder, digest } = await evil();
    const graph = (await runInProcess(folder, `custody why ${digest} --in in --dot`)).out;
    const plugins = join(dirname(dot.path), '../lib/x86_64-linux-gnu/graphviz');
    const env = { ...process.env, ...dot.env, ...(existsSync(plugins) ? { GVBINDIR: plugins } : {}) };
    spawnSync(dot.path, ['-c'], { env });
    const { status, stdout, stderr } = spawnSync(dot.path, ['-Tsvg'], { env, input: graph, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect([stdout.match(/class="node"/g)?.length, stdout.match(/class="edge"/g)?.length]).toEqual([3, 2 * EVIL.length]);
    expect(stdout).toContain('back\\slash\\<');
    expect(stdout).toContain('&amp;lt;&amp;#10;');
  });
});

describe('much', () => {
  async function large(): Promise<{ folder: string; digest: string }> {
    const folder = newFolder();
    const digest = `sha256:${'cd'.repeat(32)}`;
    const members = Array.from({ length: 10_000 }, (_, index) => ({
      bytes_hash: digest,
      fingerprint: null,
      path: `f/${String(index).padStart(6, '0')}`,
      size: 1,
    }));
    writeFileSync(join(folder, 'x.lock.json'), sealLock(JSON.stringify({ created: '2026-01-15T10:30:00Z', members, version: 'lock.v0' })));
    return { folder, digest };
  }

  it('of ten thousand findings a bounded number is printed, with a count; --all prints all', async () => {
    const { folder, digest } = await large();
    const short = await must(folder, `custody why ${digest}`);
    expect([short.split('\n').length < 45, short.includes('… 9,980 more findings; --all shows them')]).toEqual([true, true]);
    expect((await must(folder, `custody why ${digest} --all`)).match(/names it as/g)).toHaveLength(10_000);
    expect((await why(folder, digest)).findings).toHaveLength(10_000);
  });

  it('fits the width of a terminal', async () => {
    const { folder, digest } = await large();
    const context = fakeContext(`custody why ${digest} --no-color`, { cwd: folder, env: { HOME: folder }, isTTY: true, columns: 60 });
    expect(await run(context)).toBe(0);
    expect(
      Math.max(
        ...context
          .out()
          .split('\n')
          .map((line) => Array.from(line).length),
      ),
    ).toBeLessThanOrEqual(70);
  });

  it('a chain of a hundred locks, each naming the next, is cut at a depth that can be printed', async () => {
    const folder = newFolder();
    let before = `sha256:${'0'.repeat(64)}`;
    for (let index = 0; index < 100; index++) {
      const member = { bytes_hash: before, fingerprint: null, path: 'm', size: 1 };
      const path = join(folder, `${String(index).padStart(3, '0')}.lock.json`);
      writeFileSync(path, sealLock(JSON.stringify({ members: [member], version: 'lock.v0' })));
      before = sha256(path);
    }
    expect((await why(folder, '0'.repeat(64))).findings).toHaveLength(100);
    expect(await must(folder, `custody why ${'0'.repeat(64)} --all`)).toContain('… 70 more findings; --json lists them');
  });
});

describe.skipIf(noRegistry !== undefined)('a registry', () => {
  it('is searched with the locks within its packs, and nothing is left on this machine', async () => {
    const registry = await startRegistry();
    try {
      const folder = await delivery();
      const url = `oci://${registry.host}/why/evidence`;
      await must(folder, `pack seal d.lock.json -o p --no-witness && pack push p --store ${url} --tag t1 --no-witness`);
      mkdirSync(join(folder, 'none'));
      const found = await why(folder, `data/a.csv --in none --store ${url}`);
      expect([found.outcome, relations(found), found.evidence.flatMap(({ places }) => places.flatMap(({ tags }) => tags))]).toEqual([
        'FOUND',
        ['e names subject', 'e holds e'],
        ['t1'],
      ]);
      expect(readdirSync(tmpdir()).filter((name) => name.startsWith('custody-blobs-'))).toEqual([]);
    } finally {
      await registry.stop();
    }
  });
});

it('never shows the secret of a URL', async () => {
  const folder = await delivery();
  for (const url of ['oci://me:secret@127.0.0.1:9/evidence', 's3://me:secret@bucket/prefix', 'https://me:secret@example.org/'])
    for (const form of ['', '--json', '--dot']) {
      const { exit, out, err } = await runInProcess(folder, `custody why data/a.csv --store ${url} ${form}`);
      expect([url, exit, `${out}${err}`.includes('secret')]).toEqual([url, 2, false]);
    }
});

/** The path of the only blob that is a lock. */
function sha256OfLock(folder: string): string {
  const blobs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return blobs.find((path) => /[0-9a-f]{64}$/.test(path) && readFileSync(path, 'utf8').includes('"lock_hash"')) as string;
}
