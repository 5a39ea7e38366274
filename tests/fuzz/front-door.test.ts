/** What the front door reads and writes: first bytes of any file, damaged evidence of every kind, and verdicts with any texts in them. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import { documentReport } from '#evidence/contract';
import { firstKeys } from '#evidence/first-keys';
import { KINDS, recognise } from '#evidence/kinds';
import { emitVerdict, emitVerdicts, findingsOf, type Verdict } from '#evidence/verdict';
import { SAMPLES, type Sample } from '../evidence/samples.ts';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { compile } from '../schemas/published-schema.ts';

const NAMES = ['x.json', 'x.lock.json', 'a@1.0.0.lock.json', 'manifest.json', 'snapshot.json', 'stack.lock', 'w.jsonl', 'x'];
/** Signs of several kinds, so that random objects look like one, like two and like none. */
const SIGNS = ['version', 'lock_hash', 'members', 'pack_id', 'lockfile_version', 'root', 'stack_spec_version', 'binary_hash', 'prev', 'id'];
const key = fc.oneof(fc.constantFrom(...SIGNS), fc.string({ unit: 'binary', maxLength: 8 }));
const value = fc.oneof(
  fc.constantFrom('lock.v0', 'pack.v0', 'hash.v0', 'lock-part.v0', 'verdict.v0', 'verdicts.v0'),
  fc.jsonValue({ maxDepth: 2 }),
);
const spaces = fc.constantFrom('', ' ', '\n', '\t\r');

test('firstKeys() finds the keys of any object, and after a cut no other ones', LONG_TIMEOUT, () => {
  fc.assert(
    fc.property(fc.dictionary(key, value), fc.nat(), spaces, (object, place, space) => {
      const bytes = Buffer.from(space + JSON.stringify(object, null, space));
      const keys = Object.keys(object).filter((each) => /^[ !#-[\]-~]*$/.test(each));
      expect(firstKeys(bytes)).toMatchObject({ isCut: false });
      expect([...(firstKeys(bytes)?.keys.keys() ?? [])].sort()).toEqual(keys.sort());
      const cut = firstKeys(bytes.subarray(0, place % (bytes.length + 1)));
      for (const each of cut?.keys.keys() ?? []) expect(keys).toContain(each);
    }),
    runs(3000),
  );
});

test('recognise() gives one kind or none for any bytes under any name', LONG_TIMEOUT, () => {
  const json = fc.dictionary(key, value).map((object) => Buffer.from(JSON.stringify(object)));
  const pieces = fc
    .array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'lock_hash', '\u{feff}', '\n', '1'))
    .map((each) => Buffer.from(each.join('')));
  fc.assert(
    fc.property(
      fc.oneof(json, pieces, fc.uint8Array({ maxLength: 300 })),
      fc.constantFrom(...NAMES),
      fc.boolean(),
      (bytes, name, isCut) => {
        const { kind, looksLike } = recognise({ name, file: { bytes, isCut } });
        expect(kind === null || KINDS.includes(kind)).toBe(true);
        expect(looksLike.length > 1 ? kind : null).toBeNull();
        const folder = { names: new Set([name]), head: () => ({ bytes, isCut }) };
        expect(() => recognise({ name: 'folder', folder })).not.toThrow();
      },
    ),
    runs(5000),
  );
});

const line = fc.string({ unit: 'binary', maxLength: 20 });
const maybe = fc.option(line);
const finding = fc.record({ code: line, path: maybe, wanted: maybe, found: maybe, message: line, next_command: maybe });
const verdict: fc.Arbitrary<Verdict> = fc
  .record({
    path: line,
    id: maybe,
    digest: maybe,
    findings: fc.array(finding, { minLength: 1, maxLength: 4 }),
    notChecked: fc.array(fc.record({ what: line, reason: line }), { maxLength: 2 }),
    report: fc.option(fc.dictionary(line, line)),
    root: fc.option(fc.record({ path: line, how: fc.constantFrom('beside', 'above') }) as fc.Arbitrary<NonNullable<Verdict['root']>>),
  })
  .map((drawn) => ({
    ...drawn,
    kind: 'lock' as const,
    outcome: 'FAILED' as const,
    coverage: { expected: 1, verified: 0, failed: 1, skipped: 0, not_selected: 0, extra: 0 },
    findings: findingsOf(drawn.findings),
    report: drawn.report === null ? null : documentReport(drawn.report),
  }));

function emitted(emit: (write: (bytes: Uint8Array) => void) => void): string {
  const parts: Uint8Array[] = [];
  emit((bytes) => parts.push(bytes));
  return Buffer.concat(parts).toString();
}

test('emitVerdict() and emitVerdicts() write canonical JSON whatever the texts are', LONG_TIMEOUT, () => {
  const passedOver = fc.array(fc.record({ path: line, reason: line }), { maxLength: 2 });
  fc.assert(
    fc.property(fc.array(verdict, { maxLength: 3 }), passedOver, (verdicts, passed) => {
      const texts = verdicts.map((each) => emitted((write) => emitVerdict(each, write)));
      const all = emitted((write) => emitVerdicts({ verdicts, passedOver: passed, unknown: 7 }, write));
      for (const text of [...texts, all]) expect(formatSpine(parseJson(Buffer.from(text)))).toBe(text);
      expect(all).toContain(`"verdicts":[${texts.join(',')}]`);
      for (const [index, each] of verdicts.entries())
        expect((JSON.parse(texts[index] as string) as { findings: unknown }).findings).toEqual(
          [...each.findings].map((one) => ({ ...one })),
        );
    }),
    runs(1000),
  );
});

const scratch = scratchFolder('front-door-fuzz');
const holds = compile('verdict.v0.json');
const SOUND = KINDS.map(({ name }) => SAMPLES.find(({ kind, outcome }) => kind === name && outcome === 'OK') as Sample);

/** The regular files of a folder, so that any of them can be damaged. */
function filesIn(folder: string): readonly string[] {
  if (statSync(folder).isFile()) return [''];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile());
}

const damages = fc.record({
  file: fc.nat(),
  place: fc.nat(),
  length: fc.nat({ max: 40 }),
  bytes: fc.oneof(
    fc.constantFrom('', '{', '"', ']', '\0', '\ud83d', '{"version":"verdict.v0"}', '\n').map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 20 }),
  ),
});

describe.each(SOUND)('custody verify of a damaged $kind', (sample) => {
  test('gives a verdict that keeps its schema, whose coverage closes and whose exit code fits', LONG_TIMEOUT, async () => {
    const sound = join(scratch, `${sample.kind}-sound`);
    mkdirSync(sound);
    const given = await sample.make(sound);
    const folder = join(scratch, sample.kind);
    const root = sample.root === undefined ? '' : `--root ${sample.root}`;
    const files = filesIn(join(sound, given));
    await fc.assert(
      fc.asyncProperty(damages, async ({ file, place, length, bytes }) => {
        rmSync(folder, { recursive: true, force: true });
        cpSync(sound, folder, { recursive: true });
        const path = join(folder, given, files[file % files.length] as string);
        const old = readFileSync(path);
        const at = place % (old.length + 1);
        const damaged = Buffer.concat([old.subarray(0, at), bytes, old.subarray(at + length)]);
        writeFileSync(path, damaged);
        const { exit, out } = await runInProcess(folder, `custody verify ${given} ${root} --json --no-witness`, sample.env?.(folder) ?? {});
        const document = JSON.parse(out);
        expect([holds(document), holds.errors]).toEqual([true, null]);
        const { outcome, coverage, findings } = document;
        expect(formatSpine(parseJson(Buffer.from(out.trimEnd())))).toBe(out.trimEnd());
        expect(coverage.expected).toBe(coverage.verified + coverage.failed + coverage.skipped + coverage.not_selected);
        expect(exit).toBe({ OK: 0, PARTIAL: 1, FAILED: 1, REFUSED: 2 }[outcome as 'OK']);
        if (outcome === 'FAILED' || outcome === 'REFUSED') expect(findings).not.toEqual([]);
        // The digest is that of the bytes that were judged.
        if (typeof document.digest === 'string' && existsSync(join(folder, sample.document ?? given)) && files.length === 1)
          expect(document.digest).toBe(`sha256:${createHash('sha256').update(damaged).digest('hex')}`);
      }),
      runs(60),
    );
  });
});
