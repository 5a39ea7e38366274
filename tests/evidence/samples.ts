/**
 * A sample of every outcome of every kind: a folder is laid out, and one thing in it is to be judged. The contract suite fails for a kind
 * that lacks one.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KindName, Outcome } from '#evidence/verdict';
import { layOutExample } from '../chain/example.ts';
import { runInProcess } from '../faults/run-in-process.ts';
import { lock as lockStack, replaced } from '../stack/locking.ts';
import { smallZone, ZONE } from '../stack/small-zone.ts';
import { sampleChain } from '../witness/sample-ledger.ts';

export interface Sample {
  readonly kind: KindName;
  readonly outcome: Outcome;
  readonly title: string;
  /** Returns the path to judge, relative to the folder, or a URL. */
  readonly make: (folder: string) => string | Promise<string>;
  /** The document whose SHA-256 is the digest; null if there is none. */
  readonly document?: string | null;
  /** Changes something between recognition and judging. */
  readonly spoil?: (folder: string) => void;
  /** The folder of `--root`. */
  readonly root?: string;
  readonly env?: (folder: string) => Record<string, string>;
}

const CREATED = '--created 2026-01-15T10:30:00Z';

async function must(folder: string, line: string): Promise<string> {
  const { exit, out, err } = await runInProcess(folder, line);
  if (exit !== 0) throw new Error(`${line}: ${exit} ${out}${err}`);
  return out;
}

function delivery(folder: string): void {
  mkdirSync(join(folder, 'data/sub'), { recursive: true });
  writeFileSync(join(folder, 'data/a.csv'), 'id,amount\n1,10\n');
  writeFileSync(join(folder, 'data/sub/b.txt'), 'b\n');
}

async function locked(folder: string): Promise<string> {
  delivery(folder);
  await must(folder, `lock --scan data ${CREATED} -o d.lock.json --no-witness`);
  return 'd.lock.json';
}

async function sealed(folder: string): Promise<string> {
  delivery(folder);
  await must(folder, `pack seal data ${CREATED} --output evidence --no-witness`);
  return 'evidence';
}

async function archived(folder: string): Promise<string> {
  await sealed(folder);
  await must(folder, 'pack export evidence --archive e.tar --no-witness');
  return 'e.tar';
}

async function stored(folder: string): Promise<string> {
  await sealed(folder);
  await must(folder, 'pack push evidence --store file:store --no-witness');
  return 'store';
}

async function recorded(folder: string, line = 'vacuum data --no-witness | hashbytes --no-witness > r.jsonl'): Promise<string> {
  delivery(folder);
  await must(folder, line);
  return 'r.jsonl';
}

const spaces = (folder: string): Record<string, string> => ({ USER_SPACE: join(folder, 'user'), SYSTEM_SPACE: join(folder, 'system') });

async function chained(folder: string): Promise<string> {
  layOutExample(folder);
  const { exit, out, err } = await runInProcess(join(folder, 'project'), `custody chain lock web/scraper --no-witness`, spaces(folder));
  if (exit !== 0) throw new Error(`${out}${err}`);
  const inProject = 'project/lockfiles/web/scraper@1.0.0.lock.json';
  return existsSync(join(folder, inProject)) ? inProject : 'user/lockfiles/web/scraper@1.0.0.lock.json';
}

const bundle = fileURLToPath(new URL('../../examples/replay/fixtures/snapshots/price-index-2025-q4', import.meta.url));

function copied(folder: string): string {
  cpSync(bundle, join(folder, 'bundle'), { recursive: true });
  return 'bundle';
}

async function stacked(folder: string): Promise<string> {
  smallZone(folder, replaced(ZONE, 'lawpack_domains: [civil]', 'lawpack_domains: []'));
  await lockStack(folder);
  return 'zones/one/stack.lock';
}

function ledger(folder: string, change: (text: string) => string = (text) => text): string {
  writeFileSync(join(folder, 'w.jsonl'), change(`${sampleChain(3).join('\n')}\n`));
  return 'w.jsonl';
}

function edit(folder: string, name: string, change: (text: string) => string): void {
  const path = join(folder, name);
  const text = readFileSync(path, 'latin1');
  const edited = change(text);
  if (edited === text) throw new Error(`${name} is unchanged`);
  writeFileSync(path, edited, 'latin1');
}

const cut = (folder: string, name: string): void => edit(folder, name, (text) => text.slice(0, Math.floor(text.length / 2)));

/** Makes it, then changes something. */
function after(make: (folder: string) => string | Promise<string>, change: (folder: string, made: string) => void): Sample['make'] {
  return async (folder) => {
    const made = await make(folder);
    change(folder, made);
    return made;
  };
}

const spoiled = (name: string) => (folder: string) => writeFileSync(join(folder, name), 'other\n');

export const SAMPLES: readonly Sample[] = [
  { kind: 'lock', outcome: 'OK', title: 'with its folder beside it', make: locked },
  { kind: 'lock', outcome: 'FAILED', title: 'with a changed member', make: after(locked, spoiled('data/a.csv')) },
  {
    kind: 'lock',
    outcome: 'FAILED',
    title: 'that was edited',
    make: after(locked, (folder, made) => edit(folder, made, (text) => text.replace('a.csv', 'x.csv'))),
  },
  {
    kind: 'lock',
    outcome: 'PARTIAL',
    title: 'without a root',
    make: after(locked, (folder) => rmSync(join(folder, 'data'), { recursive: true })),
  },
  { kind: 'lock', outcome: 'REFUSED', title: 'cut short', make: after(locked, cut) },
  { kind: 'pack', outcome: 'OK', title: 'as sealed', make: sealed, document: 'evidence/manifest.json' },
  {
    kind: 'pack',
    outcome: 'FAILED',
    title: 'with a changed member',
    make: after(sealed, spoiled('evidence/data/a.csv')),
    document: 'evidence/manifest.json',
  },
  {
    kind: 'pack',
    outcome: 'FAILED',
    title: 'with an extra file',
    make: after(sealed, spoiled('evidence/extra')),
    document: 'evidence/manifest.json',
  },
  {
    kind: 'pack',
    outcome: 'REFUSED',
    title: 'with a manifest cut short',
    make: after(sealed, (folder) => cut(folder, 'evidence/manifest.json')),
  },
  { kind: 'pack-archive', outcome: 'OK', title: 'as exported', make: archived },
  {
    kind: 'pack-archive',
    outcome: 'FAILED',
    title: 'with a changed member',
    make: after(archived, (folder, made) => edit(folder, made, (text) => text.replace('id,amount', 'id,amounT'))),
  },
  { kind: 'pack-archive', outcome: 'REFUSED', title: 'cut short', make: after(archived, cut) },
  { kind: 'pack-store', outcome: 'OK', title: 'in a folder', make: stored, document: null },
  { kind: 'pack-store', outcome: 'OK', title: 'by its URL', make: async (folder) => `file:${await stored(folder)}`, document: null },
  {
    kind: 'pack-store',
    outcome: 'FAILED',
    title: 'without its blobs',
    make: after(stored, (folder) => rmSync(join(folder, 'store/blobs/sha256'), { recursive: true })),
    document: null,
  },
  { kind: 'pack-store', outcome: 'REFUSED', title: 'that is not there', make: () => 'file:nowhere', document: null },
  { kind: 'chain-lock', outcome: 'OK', title: 'in its space', make: chained, env: spaces, root: 'project' },
  {
    kind: 'chain-lock',
    outcome: 'FAILED',
    title: 'with a changed runtime',
    make: after(chained, (folder) => edit(folder, 'user/tools/runtimes/python_script.yaml', (text) => `${text}# more\n`)),
    env: spaces,
    root: 'project',
  },
  {
    kind: 'chain-lock',
    outcome: 'PARTIAL',
    title: 'outside of any space',
    async make(folder) {
      cpSync(join(folder, await chained(folder)), join(folder, 'scraper@1.0.0.lock.json'));
      return 'scraper@1.0.0.lock.json';
    },
    env: spaces,
  },
  { kind: 'chain-lock', outcome: 'REFUSED', title: 'cut short', make: after(chained, cut), env: spaces },
  { kind: 'snapshot', outcome: 'OK', title: 'as approved', make: copied, document: 'bundle/snapshot.json' },
  {
    kind: 'snapshot',
    outcome: 'FAILED',
    title: 'with another claim',
    make: after(copied, (folder) => edit(folder, 'bundle/claims/method.json', (text) => text.replace(/:\s*"/, ': "x'))),
    document: 'bundle/snapshot.json',
  },
  {
    kind: 'snapshot',
    outcome: 'REFUSED',
    title: 'with a claim cut short',
    make: after(copied, (folder) => cut(folder, 'bundle/claims/method.json')),
    document: 'bundle/snapshot.json',
  },
  { kind: 'stack-lock', outcome: 'OK', title: 'in its tree', make: stacked },
  {
    kind: 'stack-lock',
    outcome: 'FAILED',
    title: 'with a changed module',
    make: after(stacked, (folder) => edit(folder, 'modules/aml/module.yaml', (text) => text.replace('Checks', 'checks'))),
  },
  {
    kind: 'stack-lock',
    outcome: 'PARTIAL',
    title: 'without its tree',
    make: after(stacked, (folder) => rmSync(join(folder, 'modules'), { recursive: true })),
  },
  { kind: 'stack-lock', outcome: 'REFUSED', title: 'cut short', make: after(stacked, cut) },
  { kind: 'ledger', outcome: 'OK', title: 'unbroken', make: (folder) => ledger(folder) },
  { kind: 'ledger', outcome: 'FAILED', title: 'with an edited line', make: (folder) => ledger(folder, (text) => text.replace('d2', 'd9')) },
  {
    kind: 'ledger',
    outcome: 'REFUSED',
    title: 'that is gone when it is read',
    make: (folder) => ledger(folder),
    spoil: (folder) => rmSync(join(folder, 'w.jsonl')),
  },
  { kind: 'records', outcome: 'OK', title: 'with their files', make: (folder) => recorded(folder) },
  { kind: 'records', outcome: 'FAILED', title: 'with a changed file', make: after((folder) => recorded(folder), spoiled('data/a.csv')) },
  {
    kind: 'records',
    outcome: 'PARTIAL',
    title: 'without hashes',
    make: (folder) => recorded(folder, 'vacuum data --no-witness > r.jsonl'),
  },
  {
    kind: 'records',
    outcome: 'REFUSED',
    title: 'with a line that is no record',
    make: after(
      (folder) => recorded(folder),
      (folder, made) => edit(folder, made, (text) => `${text}{"a":1}\n`),
    ),
  },
];
