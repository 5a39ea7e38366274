/**
 * Stacks: `stack lock` and `stack verify` of a zone of 200 modules, 50 of them corridors of 5 parties, 300 signatures in all, against
 * `sha256sum` over the same files and `verify-loop.mjs`, which only checks the same signatures.
 *
 * The start-up time is subtracted from all: from ours `custody --version`, from `sha256sum` the same command with an empty folder, from the
 * loop `node -e 0`, in the same round.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSignedZone } from './data/signed-zone.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { program, projectRoot, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { medianMs, takeTurns } from './frame/rounds.mjs';
import { against, duration, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 15;
const BAR = 10;
const ZONE = { modules: 200, corridors: 50, parties: 5 };
const SUMS = 'find "$@" -type f -print0 | xargs -0 -r -n 2000 sha256sum';

export async function measureStacks({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const folder = prepared('signed-zone', ZONE, makeSignedZone);
  const root = join(folder, 'root');
  const zone = join(root, 'zones/one/zone.yaml');
  const [lock, none, sums] = ['stacks.lock', 'stacks.none', 'stacks.sums'].map(scratchFile);
  mkdirSync(none, { recursive: true });
  warm(folder);
  const stack = (...words) => run(program('custody'), ['stack', ...words], { memory: true });
  const runs = takeTurns(rounds, {
    start: () => run(program('custody'), ['--version']),
    peerStart: () => shell(SUMS, [none]),
    nodeStart: () => run(process.execPath, ['-e', '0']),
    lock: () => stack('lock', zone, '--out', lock, '--created', '2026-06-01T00:00:00Z', '--no-sync'),
    verify: () => stack('verify', lock, '--root', root, '--zone', zone, '--require-active'),
    sums: () => run('sh', ['-c', SUMS, 'sh', root], { stdout: sums }),
    checks: () => run(process.execPath, [join(projectRoot, 'bench/verify-loop.mjs'), join(folder, 'signatures.jsonl')]),
  });
  requireAllLocked(lock, sums, root);
  const alone = { checks: withoutStart(runs.checks, runs.nodeStart), sums: withoutStart(runs.sums, runs.peerStart) };
  const both = alone.sums.map((timing, round) => ({ ...timing, ms: timing.ms + alone.checks[round].ms }));
  const whole = runs.sums.map((timing, round) => ({ ...timing, ms: timing.ms + runs.checks[round].ms }));
  const peer = { 'sha256sum + 300 checks': both };
  return {
    title: 'Stacks',
    inputs: `${ZONE.modules} modules, ${ZONE.corridors} of them corridors of ${ZONE.parties} parties, 300 signatures; start-up subtracted except in the last row: ours ${duration(medianMs(runs.start))}, sha256sum's ${duration(medianMs(runs.peerStart))}, Node's ${duration(medianMs(runs.nodeStart))}; sha256sum alone ${duration(medianMs(alone.sums))}, the checks alone ${duration(medianMs(alone.checks))}`,
    rounds,
    rows: [
      ...against('stack lock', withoutStart(runs.lock, runs.start), peer, BAR),
      ...against('stack verify', withoutStart(runs.verify, runs.start), peer, BAR),
      memory('stack lock', runs.lock, 256),
      ...against('stack lock, whole processes', runs.lock, { 'sha256sum + 300 checks': whole }, BAR),
    ],
  };
}

/** Speed counts only if the work was done: every corridor is active, and each of its files has the hash that the peer printed. */
function requireAllLocked(lock, sums, root) {
  const { modules, corridors } = JSON.parse(readFileSync(lock, 'utf8'));
  const active = corridors.filter((corridor) => corridor.corridor_activated);
  if (modules.length !== ZONE.modules || active.length !== ZONE.corridors)
    throw new Error(
      `expected ${ZONE.modules} modules and ${ZONE.corridors} active corridors, found ${modules.length} and ${active.length}`,
    );
  const pinned = new Set(modules.map((module) => module.module_manifest_sha256));
  for (const corridor of corridors)
    for (const digest of [
      corridor.corridor_manifest_sha256,
      corridor.trust_anchors_sha256,
      corridor.key_rotation_sha256,
      corridor.corridor_definition_vc_sha256,
      ...corridor.corridor_agreement_vc_sha256,
    ])
      pinned.add(digest);
  const printed = readFileSync(sums, 'utf8').trimEnd().split('\n');
  const other = printed.filter((line) => line.includes(join(root, 'modules')) && !pinned.has(line.slice(0, 64)));
  if (other.length > 0) throw new Error(`not pinned: ${other[0]}`);
}

function withoutStart(runs, starts) {
  return runs.map((timing, round) => ({ ...timing, ms: timing.ms - starts[round].ms }));
}

await runIfAlone(import.meta.url, measureStacks);
