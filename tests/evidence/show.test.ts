/** `custody show` of a sample of every kind: it keeps its schema, agrees with what is judged, and opens no connection. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { parseJson } from '#core/json/read';
import { KINDS } from '#evidence/kinds';
import type { Shown } from '#evidence/show';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { compile } from '../schemas/published-schema.ts';
import { SAMPLES, type Sample } from './samples.ts';

const scratch = scratchFolder('show');
const holds = compile('show.v0.json');
let count = 0;
let connect: MockInstance;
beforeEach(() => {
  connect = vi.spyOn(Socket.prototype, 'connect');
});
afterEach(() => connect.mockRestore());

function newFolder(): string {
  const folder = join(scratch, String(count++));
  mkdirSync(folder);
  return folder;
}

async function show(folder: string, given: string, sample?: Sample): Promise<Shown> {
  const { exit, out, err } = await runInProcess(folder, `custody show ${given} --json`, sample?.env?.(folder));
  expect([exit, exit === 0 ? '' : out, err]).toEqual([0, '', '']);
  const document: unknown = JSON.parse(out);
  expect([holds(document), holds.errors]).toEqual([true, null]);
  return document as Shown;
}

/** The first sound sample of each kind. */
const SOUND = KINDS.map(({ name }) => SAMPLES.find(({ kind, outcome }) => kind === name && outcome === 'OK') as Sample);

describe.each(SOUND)('$kind', (sample) => {
  it('is shown as one document, without a connection', async () => {
    const folder = newFolder();
    const given = await sample.make(folder);
    const shown = await show(folder, given, sample);
    expect([shown.kind, shown.verified, connect.mock.calls]).toEqual([sample.kind, false, []]);
    const judged = JSON.parse((await runInProcess(folder, `custody verify ${given} --json --self-only`, sample.env?.(folder))).out);
    expect([shown.id, shown.digest, shown.path]).toEqual([judged.id, judged.digest, judged.path]);
    if (sample.kind !== 'pack-store') expect(shown.members.count).toBe(judged.coverage.expected);
    const sum = shown.members.by_type.reduce((total, { members }) => total + members, 0);
    if (sample.kind !== 'pack-store') expect(sum).toBe(shown.members.count);
  });

  it('is shown in 24 lines', async () => {
    const folder = newFolder();
    const { out } = await runInProcess(folder, `custody show ${await sample.make(folder)}`, sample.env?.(folder));
    const lines = out.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect([lines[0], lines.at(-1)]).toEqual([expect.stringContaining(' — '), 'nothing was verified; custody verify does']);
  });
});

const REFUSED = SAMPLES.filter(({ outcome, kind, spoil }) => outcome === 'REFUSED' && kind !== 'snapshot' && spoil === undefined);

it.each(REFUSED)('$kind $title is refused as its own reader does', async (sample) => {
  const folder = newFolder();
  const { exit, out } = await runInProcess(folder, `custody show ${await sample.make(folder)} --json`, sample.env?.(folder));
  const document = JSON.parse(out) as { readonly refusal: { readonly code: string } };
  expect([exit, holds(document), holds.errors]).toEqual([2, true, null]);
});

it('opens a connection for the URL of a registry', async () => {
  const { exit } = await runInProcess(newFolder(), 'custody show oci://127.0.0.1:9/evidence');
  expect([exit, connect.mock.calls.length > 0]).toEqual([2, true]);
});

describe('a pack', () => {
  const REPORT = '{"version":"rvl.v0","outcome":"REAL_CHANGE"}';

  async function packed(): Promise<string> {
    const folder = newFolder();
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(folder, 'in/rvl.json'), REPORT);
    writeFileSync(join(folder, 'in/shape.json'), '{"version":"shape.v0","outcome":"FITS"}');
    expect((await runInProcess(folder, 'pack seal in --output p')).exit).toBe(0);
    return folder;
  }

  it('has the outcomes of its reports, in a folder, an archive and a compressed one', async () => {
    const folder = await packed();
    const expected = [
      {
        title: 'reports',
        items: [
          { name: 'in/rvl.json', value: 'rvl REAL_CHANGE' },
          { name: 'in/shape.json', value: 'shape FITS' },
        ],
      },
    ];
    for (const name of ['e.tar', 'e.tar.zst']) await runInProcess(folder, `pack export p --archive ${name}`);
    for (const name of ['p', 'e.tar', 'e.tar.zst']) expect((await show(folder, name)).details).toEqual(expected);
  });

  it('is shown where reports are missing, are links, or are no JSON', async () => {
    const folder = await packed();
    writeFileSync(join(folder, 'secret.json'), '{"version":"rvl.v0","outcome":"SECRET"}');
    rmSync(join(folder, 'p/in/rvl.json'));
    symlinkSync('../../secret.json', join(folder, 'p/in/rvl.json'));
    writeFileSync(join(folder, 'p/in/shape.json'), 'no JSON');
    const { details, members } = await show(folder, 'p');
    expect(details[0]?.items.map(({ value }) => value)).toEqual(['cannot be read', 'states no outcome']);
    expect([members.without_size, members.bytes]).toEqual([1, 7]);
    rmSync(join(folder, 'p/in'), { recursive: true });
    expect((await show(folder, 'p')).details[0]?.items.map(({ value }) => value)).toEqual(['cannot be read', 'cannot be read']);
  });

  it('tells no size of a member whose path leads out of it', async () => {
    const folder = await packed();
    const manifest = join(folder, 'p/manifest.json');
    writeFileSync(join(folder, 'outside.json'), REPORT);
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"in/rvl.json"', '"../outside.json"'));
    const { details, members } = await show(folder, 'p');
    expect([details[0]?.items.map(({ name }) => name), members.without_size]).toEqual([['in/shape.json'], 1]);
  });
});

describe('a lock', () => {
  it('says what was skipped and why', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/a.csv'), 'a');
    symlinkSync('a.csv', join(folder, 'data/l'));
    await runInProcess(folder, 'lock --scan data --no-follow --note why --dataset-id d --as-of 2025-12-31 -o d.lock.json');
    const { skipped, facts, note } = await show(folder, 'd.lock.json');
    expect([skipped.count, skipped.paths, skipped.reasons.length, note]).toEqual([1, ['l'], 1, 'why']);
    expect(facts).toEqual([
      { name: 'dataset', value: 'd' },
      { name: 'as of', value: '2025-12-31' },
      { name: 'links', value: 'not followed' },
    ]);
  });

  it('is shown where its fields have other types, and forges no line of the terminal', async () => {
    const folder = newFolder();
    const hash = `sha256:${'0'.repeat(64)}`;
    const lock = {
      created: '\u001b[31mred',
      lock_hash: hash,
      members: [{ bytes_hash: hash, fingerprint: null, path: 'a\u001b[2J/b.csv', size: 1 }],
      note: 5,
      profiles: 'none',
      skipped: [1, { path: 7, warnings: [{ code: 'A\nB' }] }],
      tool_versions: { '\u001b': '1', c: 3 },
      version: 'lock.v0',
    };
    writeFileSync(join(folder, 'x.lock.json'), JSON.stringify(lock));
    const { skipped, note, tools } = await show(folder, 'x.lock.json');
    expect([skipped.count, skipped.paths, note, tools]).toEqual([2, [], null, { '\u001b': '1' }]);
    const { out } = await runInProcess(folder, 'custody show x.lock.json');
    expect(out).toContain('A\\nB');
    expect(out).not.toContain('\u001b');
  });

  it('is shown with sizes that no double holds, exactly', async () => {
    const folder = newFolder();
    const members = `[{"bytes_hash":"sha256:${'0'.repeat(64)}","fingerprint":null,"path":"a","size":18446744073709551615}]`;
    writeFileSync(join(folder, 'x.lock.json'), `{"lock_hash":"sha256:${'0'.repeat(64)}","members":${members},"version":"lock.v0"}`);
    const { out } = await runInProcess(folder, 'custody show x.lock.json --json');
    expect(parseJson(Buffer.from(out))).toMatchObject({ members: { bytes: 18446744073709551615n } });
  });
});

it('shows the corridors of a stack', async () => {
  const folder = newFolder();
  const sample = SOUND.find(({ kind }) => kind === 'stack-lock') as Sample;
  const given = await sample.make(folder);
  const { details } = await show(folder, given);
  const { corridors } = JSON.parse(readFileSync(join(folder, given), 'utf8')) as {
    corridors: { corridor_id: string; corridor_activated?: boolean }[];
  };
  const shown = details.find(({ title }) => title === 'corridors')?.items ?? [];
  expect(shown.map(({ name, value }) => [name, value === 'active'])).toEqual(
    corridors.map(({ corridor_id, corridor_activated }) => [corridor_id, corridor_activated === true]),
  );
  expect(corridors).not.toEqual([]);
});
