/**
 * Every finding of `custody verify`: the page gives the verdict of the command line, byte for byte. The scripts of the command line leave
 * evidence in most states that there are; after each of their commands that verify something, the folder is judged by both.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { UNSEEN } from '#evidence/chain';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type AfterStep, runScript } from '../helpers/script.ts';
import { isMany } from '../helpers/trials.ts';
import { type BothJudged, bothJudge } from './both-judge.ts';
import { MADE } from './made-findings.ts';
import { copyVisible } from './seen-by-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPTS = [
  'chain/rollback',
  'chain/verify-corrupt',
  'custody/policy',
  'custody/policy-stricter',
  'custody/sign',
  'custody/timestamp',
  'custody/verify',
  'custody/verify-parts',
  'custody/verify-refused',
  'custody/verify-root',
  'custody/verify-signature',
  'custody/verify-signature-beside',
  'lock/verify/closed',
  'lock/verify/drift',
  'lock/verify/members-refused',
  'lock/verify/refusals',
  'pack/archive/damaged',
  'pack/archive/hostile',
  'pack/archive/verify',
  'pack/by-reference',
  'pack/stores/store',
  'pack/verify/deep',
  'pack/verify/manifest-claims',
  'pack/verify/members',
  'replay/verify-against',
  'replay/verify-all',
  'stack/explain',
  'stack/verify',
  'witness/verify-findings',
];
const NOW = '2026-11-18T08:00:00Z';
const scratch = scratchFolder('codes');
let count = 0;

/** The kinds and codes that the page and the command line agree on. */
const agreed = new Set<string>();

interface Judged {
  readonly kind: string | null;
  readonly findings?: readonly { readonly code: string }[];
  readonly signatures?: readonly { readonly code: string | null }[];
}

function codesIn(document: string): readonly string[] {
  if (!document.startsWith('{')) return [];
  const { verdicts, ...single } = JSON.parse(document) as Judged & { readonly verdicts?: readonly Judged[] };
  return (verdicts ?? [single]).flatMap(({ kind, findings = [], signatures = [] }) => [
    ...findings.map(({ code }) => `${kind}:${code}`),
    ...signatures.flatMap(({ code }) => (code === null ? [] : [`signature:${code}`])),
  ]);
}

function compare({ page, commandLine }: BothJudged): void {
  // Chains that lead out of the project are another test's.
  if (page.includes(UNSEEN)) return;
  expect(withoutNow(page)).toBe(withoutNow(commandLine));
  for (const code of codesIn(page)) agreed.add(code);
}

/** Timestamps are judged for the present, which is not the same for both. */
function withoutNow(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, (instant) =>
    Math.abs(Date.parse(instant) - Date.now()) < 600_000 ? 'now' : instant,
  );
}

let asked = 0;

/** The folder of the script is away meanwhile: absolute paths in the evidence lead nowhere, as in a page. */
const judgeState: AfterStep = async ({ stages }, place) => {
  const [tool, command, ...words] = stages.at(-1) ?? [];
  if (![tool, command, words[0]].includes('verify')) return;
  const isAsked = tool === 'custody' && command === 'verify';
  const state = join(scratch, String(count++));
  mkdirSync(state);
  copyVisible(place.work, state);
  renameSync(place.work, `${place.work}-away`);
  try {
    // Each run of the page begins with all of its code: by default it judges every third line, and each that has a new code.
    const isTurn = isAsked && (isMany || asked++ % 3 === 0);
    const isNew = (commandLine: string): boolean => isTurn || codesIn(commandLine).some((code) => !agreed.has(code));
    const both = await bothJudge(state, isAsked ? words : ['.'], { clock: place.clock, isNew });
    if (both !== null) compare(both);
  } finally {
    renameSync(`${place.work}-away`, place.work);
    rmSync(state, { recursive: true });
  }
};

describe('the page and the command line agree on every finding', () => {
  it.each(SCRIPTS)('of %s.txt', (name) => runScript(join(root, 'tests/scripts', `${name}.txt`), judgeState));

  it.each(MADE)('$code', async ({ code, words, make }) => {
    const made = join(scratch, String(count++));
    mkdirSync(made);
    await make(made);
    const state = `${made}-moved`;
    renameSync(made, state);
    const both = (await bothJudge(state, words, { clock: NOW })) as BothJudged;
    compare(both);
    expect(codesIn(both.page)).toContain(code);
  });

  it('that there is, but for those that cannot occur in a browser', () => {
    const known = new Set([...agreed].map((code) => code.slice(code.indexOf(':') + 1)));
    expect(allCodes().filter((code) => !known.has(code))).toEqual(Object.keys(NOT_IN_BROWSER).sort());
  });
});

/** Codes that `custody verify` has only with options that a page does not have, or for what a browser does not show. */
const NOT_IN_BROWSER: Readonly<Record<string, string>> = {
  AT_TIME: 'only `stack verify --at`',
  INACTIVE: 'only `stack verify --require-active`',
  LOCK_HASH_MISMATCH: 'only `pack verify --deep`',
  MISSING_REFERENCE: 'only with --store, which a page does not open',
  NOT_IN_LOCK: 'only `lock verify --profiles`',
  OTHER_TIMESTAMP: 'only with --nonce',
  REFERENCE_MISMATCH: 'only with --store, which a page does not open',
  SHADOWED: 'needs a second space of tools, which a browser does not show',
  SKIPPED_PRESENT: 'only `lock verify --closed`',
  SUSPECTED_DAMAGE: 'only `lock verify --cache`',
  UNEXPECTED_ID: 'only with --expect',
  UNLOCKED: 'a tool without a lock, and a lock is judged here',
  UNSIGNED: 'needs the trust store of the user space, which a browser does not show',
  UNTRUSTED: 'needs the trust store of the user space, which a browser does not show',
};

/** Written as codes are, and none. */
const NO_CODES = ['REPLAY_OK'];

const REPORTS = ['chain-verify.v0', 'lock-verify.v0', 'pack.verify.v0', 'pack.store-verify.v0', 'stack-verify.v0', 'witness-verify.v0'];

/** What the schemas of the reports have as findings, and the codes of signatures and of the front door. */
function allCodes(): readonly string[] {
  const schemas = REPORTS.flatMap((name) => findingsIn(JSON.parse(readFileSync(join(root, 'schemas', `${name}.json`), 'utf8'))));
  const codes = new Set([...schemas, ...codesInSource('src/sign'), ...codesInSource('src/evidence')]);
  return [...codes].filter((code) => !NO_CODES.includes(code)).sort();
}

/** The values of `code`, `kind` and `reason` in the definition of a finding or failure. */
function findingsIn(schema: unknown, isFinding = false): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => findingsIn(each, isFinding));
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    if (isFinding && /^(?:code|kind|reason)$/.test(key)) {
      const { enum: several = [], const: one } = value as { readonly enum?: readonly string[]; readonly const?: string };
      return one === undefined ? several : [one];
    }
    return findingsIn(value, isFinding || /^(?:finding|failure)s?$/.test(key));
  });
}

/** `code: 'BAD_KEY'`, `fault('BAD_TIMESTAMP', …)` and `outside(…, 'OUTSIDE_PERIOD')`. */
function codesInSource(folder: string): readonly string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const text = names.map((name) => readFileSync(join(root, folder, name), 'utf8')).join('\n');
  const found = text.matchAll(/(?:code: |fault\()'([A-Z][A-Z_]{3,})'|, '([A-Z]+_[A-Z_]+)'/g);
  return [...found].map(([, code, other]) => (code ?? other) as string);
}
