/**
 * Evidence packs: seal, verify, push to a folder and pull from it, for 20,000 small files and for 2 GiB in four files. They are compared
 * with copying the files (`cp -r`) and then hashing them (`openssl dgst -sha256`, two at a time); verify is compared with the hashing
 * alone. The same is measured for 20,000 files of which a third are reports of a known version, which our program also parses and validates
 * against their schema; the peers do no such work, so there is no limit. Then a pack with one member of 8 GiB, to measure memory.
 *
 * The start-up time of our program (`pack --version`, in the same round) is subtracted from its times; nothing is subtracted from the
 * peers' times.
 */
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeEvidence } from './data/evidence-files.mjs';
import { makeFileTree } from './data/file-tree.mjs';
import { makeLargeFiles } from './data/large-files.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { program, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { medianMs, takeTurns } from './frame/rounds.mjs';
import { against, duration, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';
import { requireSameHashes } from './frame/same-hashes.mjs';

const ROUNDS = 7;
const BAR = 1.4;
/** One prover serves locks and packs; the many small files of a pack may cost this much for it. */
const BAR_VERIFY_SMALL = 1.7;
const BAR_MIB = 256;
const SMALL = 20_000;
const SPARSE_GIB = 8;

export async function measurePacks({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const small = prepared('file-tree', { count: SMALL }, makeFileTree);
  const reports = prepared('evidence', { count: SMALL }, makeEvidence);
  const large = prepared('large-files', { files: 4, mebibytes: 512 }, makeLargeFiles);
  const results = [
    compare(rounds, { label: 'small', folder: small, atOnce: 2000, bar: BAR, barVerify: BAR_VERIFY_SMALL }),
    compare(rounds, { label: 'reports', folder: reports, atOnce: 2000 }),
    compare(rounds, { label: 'large', folder: large, atOnce: 1, bar: BAR }),
  ];
  const starts = results.map(({ start }) => duration(start)).join(', ');
  return {
    title: 'Packs',
    inputs: `small: ${SMALL.toLocaleString('en')} files of about 2 KiB; reports: as many, a third of them JSON reports; large: 4 files of 512 MiB; ${starts} of start-up subtracted from ours`,
    rounds,
    rows: [...results.flatMap(({ rows }) => rows), ...measureSparse()],
  };
}

function compare(rounds, { label, folder, atOnce, bar, barVerify = bar }) {
  const [sums, made] = [scratchFile('packs.sums'), scratchFile('packs.made')];
  const digests = digestsOf(2, atOnce);
  const { pack, store, packId } = publish(folder);
  for (const path of [folder, pack, store]) warm(path);
  const runs = takeTurns(rounds, {
    start: () => run(program('pack'), ['--version']),
    copy: () => making(made, () => shell(`cp -r "$1" "$3" && ${digests}`, [folder, sums, made])),
    seal: () => making(made, () => ours(['seal', folder, '--output', made])),
    push: () => making(made, () => ours(['push', pack, '--store', `file:${made}`])),
    pull: () => making(made, () => ours(['pull', packId, '--store', `file:${store}`, '--out', made])),
    digests: () => shell(digests, [folder, sums]),
    verify: () => ours(['verify', pack]),
    again: () => pushAgain(pack, store),
  });
  shell(digestsOf(1, atOnce), [folder, sums]);
  requireSameHashes(join(pack, 'manifest.json'), sums);
  ours(['pull', packId, '--store', `file:${store}`, '--out', made]);
  ours(['verify', made]);
  for (const path of [pack, store, made]) remove(path);
  const peers = { copy: { 'cp -r, openssl dgst': runs.copy }, hash: { 'openssl dgst': runs.digests } };
  const verbs = { seal: peers.copy, verify: peers.hash, push: peers.copy, pull: peers.copy };
  return {
    start: medianMs(runs.start),
    rows: [
      ...Object.entries(verbs).flatMap(([verb, peer]) => [
        ...against(`pack ${verb}, ${label}`, withoutStart(runs[verb], runs.start), peer, verb === 'verify' ? barVerify : bar),
        memory(`pack ${verb}, ${label}`, runs[verb], BAR_MIB),
      ]),
      ...against(`pack push again, ${label}`, withoutStart(runs.again, runs.start), { 'pack push': runs.push }),
    ],
  };
}

/** Two processes at a time mix their lines, so the printed hashes are taken from a run with one process. */
function digestsOf(processes, atOnce) {
  return `find "$1" -type f -print0 | xargs -0 -P${processes} -n${atOnce} openssl dgst -sha256 > "$2"`;
}

/** Makes the pack and the store that verify, push and pull use. */
function publish(folder) {
  const [pack, store] = [scratchFile('packs.sealed'), scratchFile('packs.store')];
  for (const path of [pack, store]) remove(path);
  ours(['seal', folder, '--output', pack]);
  ours(['push', pack, '--store', `file:${store}`]);
  return { pack, store, packId: JSON.parse(readFileSync(join(pack, 'manifest.json'), 'utf8')).pack_id };
}

function ours(args, stdout = '/dev/null') {
  return run(program('pack'), [...args, '--no-sync'], { memory: true, stdout });
}

/** The output of a contestant is removed before the next one begins, so that none pays for writing another's files to disk. */
function making(path, contestant) {
  remove(path);
  try {
    return contestant();
  } finally {
    remove(path);
  }
}

function pushAgain(pack, store) {
  const result = scratchFile('packs.pushed.json');
  const timing = ours(['push', pack, '--store', `file:${store}`, '--json'], result);
  const { sent } = JSON.parse(readFileSync(result, 'utf8'));
  if (sent.blobs !== 0 || sent.bytes !== 0) throw new Error(`a second push sent ${sent.blobs} blobs, ${sent.bytes} bytes`);
  return timing;
}

function withoutStart(runs, starts) {
  return runs.map((timing, round) => ({ ...timing, ms: timing.ms - starts[round].ms }));
}

/** One member longer than any buffer: a sparse file, which costs nothing to create. */
function measureSparse() {
  const folder = scratchFile('packs.sparse');
  makeSparse(folder);
  const [pack, store, pulled] = ['packs.sealed', 'packs.store', 'packs.made'].map(scratchFile);
  for (const path of [pack, store, pulled]) remove(path);
  const label = `one member of ${SPARSE_GIB} GiB`;
  const seal = ours(['seal', folder, '--output', pack]);
  remove(folder);
  const { pack_id: packId } = JSON.parse(readFileSync(join(pack, 'manifest.json'), 'utf8'));
  const verify = ours(['verify', pack]);
  const push = ours(['push', pack, '--store', `file:${store}`]);
  remove(pack);
  const pull = ours(['pull', packId, '--store', `file:${store}`, '--out', pulled]);
  for (const path of [store, pulled]) remove(path);
  return Object.entries({ seal, verify, push, pull }).map(([verb, timing]) => memory(`pack ${verb}, ${label}`, [timing], BAR_MIB));
}

function makeSparse(folder) {
  remove(folder);
  mkdirSync(folder);
  const fd = openSync(join(folder, 'hole.bin'), 'w');
  ftruncateSync(fd, SPARSE_GIB * 2 ** 30);
  closeSync(fd);
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

await runIfAlone(import.meta.url, measurePacks);
