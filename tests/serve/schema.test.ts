/** The published schema holds for what the server answers, and for nothing damaged. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SAMPLES } from '../evidence/samples.ts';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { compile, damaged, type Path } from '../schemas/published-schema.ts';
import { serving } from './serving.ts';

const scratch = scratchFolder('serve-schema');
const holds = compile('serve.v0.json');

it('serve.v0.json holds for every kind of evidence in one folder, and what each lists is read or named', async () => {
  const folder = join(scratch, 'all');
  const kinds = new Map<string, (folder: string) => string | Promise<string>>();
  for (const { kind, make, outcome, env } of SAMPLES) if (outcome === 'OK' && env === undefined && !kinds.has(kind)) kinds.set(kind, make);
  for (const [kind, make] of kinds) {
    mkdirSync(join(folder, kind), { recursive: true });
    await make(join(folder, kind));
  }
  const server = await serving(folder);
  const evidence = await server.json('/api/evidence');
  expect(holds(evidence), JSON.stringify(holds.errors)).toBe(true);
  expect(evidence.not_read).toEqual([]);
  const found = new Set(evidence.entries.map(({ kind }: { kind: string }) => kind));
  expect([...kinds.keys()].filter((kind) => !found.has(kind) && kind !== 'pack-store')).toEqual([]);
  for (const { path } of evidence.entries) {
    const { text, status } = await server.get(`/api/files?path=${encodeURIComponent(path)}`);
    expect([path, status]).toEqual([path, 200]);
    const head = JSON.parse(text.split('\n', 1)[0] as string);
    expect(holds(head), JSON.stringify(holds.errors)).toBe(true);
    expect(head.files.length + head.left_out_count).toBeGreaterThan(0);
  }
  expect(server.errors).toEqual([]);
});

it('serve.v0.json holds for a search and a refusal, and for no answer that says that something is verified', async () => {
  const folder = join(scratch, 'few');
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/a.csv'), 'id\n');
  symlinkSync('/etc', join(folder, 'link'));
  await runInProcess(
    folder,
    'lock --scan data --created 2026-01-15T10:30:00Z -o a.lock.json --no-witness && pack seal data -o pack --no-witness',
  );
  const server = await serving(folder);
  const [evidence, search, refusal] = await Promise.all(
    ['/api/evidence', '/api/search?text=a.csv', '/api/diff?old=a.lock.json&new=pack'].map((path) => server.json(path)),
  );
  const [first] = (await server.get('/api/files?path=a.lock.json')).text.split('\n', 1);
  for (const document of [evidence, search, refusal, JSON.parse(first as string)])
    expect(holds(document), JSON.stringify(holds.errors)).toBe(true);
  expect(refusal.refusal.code).toBe('E_NOT_RECOGNISED');
  const wrong: readonly (readonly [unknown, Path, unknown])[] = [
    [evidence, ['verified'], true],
    [search, ['verified'], true],
    [JSON.parse(first as string), ['verified'], true],
    [evidence, ['not_read_count'], undefined],
    [evidence, ['entries', 0, 'outcome'], 'OK'],
    [search, ['hits', 0, 'as'], 'verified'],
    [refusal, ['refusal', 'code'], undefined],
  ];
  for (const [document, path, part] of wrong) expect(holds(damaged(document, path, part))).toBe(false);
});
