/**
 * Compares two builds of this program: the same jobs on the same data, in turns, so that a change which costs speed is noticed before it
 * lands.
 *
 *     node bench/builds.mjs ../before              all jobs, this checkout (now) against another built one
 *     node bench/builds.mjs ../before scan verify  the jobs whose name begins so
 *     node bench/builds.mjs ../before --rounds 21
 *
 * A ratio is the median of the ratios of each round, measured on whole processes, start-up included; `OVER` marks a ratio above 1.05. The
 * build that begins alternates from round to round.
 */
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeBundles } from './data/bundles.mjs';
import { makeEvidence } from './data/evidence-files.mjs';
import { makeFileTree } from './data/file-tree.mjs';
import { makeHashedRecords } from './data/hashed-records.mjs';
import { makeLargeFiles } from './data/large-files.mjs';
import { makeTapes } from './data/loan-tapes.mjs';
import { makeSignedZone } from './data/signed-zone.mjs';
import { makeToolChains } from './data/tool-chains.mjs';
import { readOptions } from './frame/alone.mjs';
import { describeMachine } from './frame/machine.mjs';
import { projectRoot, scratchFile } from './frame/place.mjs';
import { prepared, warm } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { against } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';
import { printTable } from './frame/table.mjs';

const ROUNDS = 11;
const BAR = 1.05;
const CREATED = ['--created', '2026-06-01T00:00:00Z'];

const { names, rounds: asked } = readOptions();
const [other, ...wanted] = names;
if (other === undefined) throw new Error('which build? node bench/builds.mjs FOLDER [JOB…]');
const rounds = asked ?? ROUNDS;

const builds = Object.fromEntries(
  Object.entries({ before: resolve(other), now: projectRoot }).map(([name, root]) => {
    const scratch = scratchFile(`builds.${name}`);
    emptied(scratch);
    return [name, { bin: (tool) => join(root, 'bin', tool), at: (file) => join(scratch, file) }];
  }),
);

/** Each entry prepares the data of a job, with the build under test where the program itself creates the data, and returns the job. */
const jobs = {
  version: () => ({ job: ({ bin }) => run(bin('lock'), ['--version']) }),
  'scan, 50,000 files': () => scanning(prepared('small-files', { count: 50_000 }, makeFileTree)),
  'verify, 50,000 files': () => verifying(prepared('small-files', { count: 50_000 }, makeFileTree)),
  'verify --closed, 50,000 files': () => verifying(prepared('small-files', { count: 50_000 }, makeFileTree), '--closed'),
  'scan, 2 GiB': () => scanning(prepared('large-files', { files: 4, mebibytes: 512 }, makeLargeFiles)),
  'verify, 2 GiB': () => verifying(prepared('large-files', { files: 4, mebibytes: 512 }, makeLargeFiles)),
  'records, a million': () => {
    const records = prepared('records-1000000.jsonl', { count: 1_000_000, shuffled: false }, makeHashedRecords);
    return {
      data: records,
      job: ({ bin, at }) => making(at('lock'), (path) => run(bin('lock'), [records, '--no-sync', '--output', path])),
    };
  },
  'records verified, a million': () => {
    const records = prepared('records-1000000.jsonl', { count: 1_000_000, shuffled: false }, makeHashedRecords);
    return {
      prepare: ({ bin, at }) => run(bin('lock'), [records, '--no-sync', ...CREATED, '--output', at('million')]),
      job: ({ bin, at }) => run(bin('lock'), ['verify', at('million')]),
    };
  },
  'pack, 20,000 files': () => packing(prepared('file-tree', { count: 20_000 }, makeFileTree)),
  'pack, 20,000 files with reports': () => packing(prepared('evidence', { count: 20_000 }, makeEvidence)),
  'chains, 20,000': () => {
    const root = prepared('tool-chains-plain', { count: 20_000 }, makeToolChains);
    const chain = ({ bin, at }, args) => {
      const [project, user, system] = ['project', 'user', 'system'].map((space) => join(at('chains'), space));
      return run(bin('custody'), ['chain', ...args, '--project', project, '--user-space', user, '--system-space', system]);
    };
    return {
      data: root,
      prepare: (build) => {
        cpSync(root, build.at('chains'), { recursive: true });
        chain(build, ['lock', '--all', '--no-sync', ...CREATED]);
      },
      job: (build) => chain(build, ['verify', '--all', '--frozen']),
    };
  },
  'replays, 10,000': () => {
    const root = prepared('bundles-plain', { count: 10_000 }, makeBundles);
    return {
      data: root,
      prepare: ({ bin, at }) => {
        cpSync(root, at('bundles'), { recursive: true });
        shell('"$1" replay verify --all "$2" --write-expected --no-sync 2> /dev/null; test $? = 2', [bin('custody'), at('bundles')]);
      },
      job: ({ bin, at }) => run(bin('custody'), ['replay', 'verify', '--all', at('bundles')]),
    };
  },
  'stack, 200 modules': () => {
    const root = join(prepared('signed-zone', { modules: 200, corridors: 50, parties: 5 }, makeSignedZone), 'root');
    const zone = join(root, 'zones/one/zone.yaml');
    return {
      data: root,
      jobs: {
        'stack lock': ({ bin, at }) =>
          making(at('stack.lock'), (path) => run(bin('custody'), ['stack', 'lock', zone, '--out', path, ...CREATED, '--no-sync'])),
        'stack verify': ({ bin, at }) => run(bin('custody'), ['stack', 'verify', at('kept.lock'), '--root', root, '--zone', zone]),
      },
      prepare: ({ bin, at }) => run(bin('custody'), ['stack', 'lock', zone, '--out', at('kept.lock'), ...CREATED, '--no-sync']),
    };
  },
  'fingerprints, 10,000': () => {
    const tapes = prepared('loan-tapes', { count: 10_000, rows: 28 }, makeTapes);
    const script = '"$1" "$4" --no-witness | "$2" --no-witness | "$3" --fp csv.v0 --no-witness > /dev/null';
    return { data: tapes, job: ({ bin }) => shell(script, [...['vacuum', 'hashbytes', 'fingerprint'].map(bin), tapes]) };
  },
};

console.log(describeMachine());
const rows = [];
for (const [name, make] of Object.entries(jobs)) {
  if (wanted.length > 0 && !wanted.some((start) => name.startsWith(start))) continue;
  const { data, prepare, job, jobs: several = { [name]: job } } = make();
  if (data !== undefined) warm(data);
  for (const build of Object.values(builds)) prepare?.(build);
  for (const [label, each] of Object.entries(several)) {
    const runs = inTurns(each);
    const compared = against(label, runs.now, { before: runs.before }, BAR);
    console.error(compared.map(({ measure, ours, peer, ratio }) => `${measure}: ${ours}, ${peer}, ${ratio}`).join('\n'));
    rows.push(...compared);
  }
  for (const { at } of Object.values(builds)) emptied(at(''));
}
printTable({ title: 'Two builds', inputs: 'ours: this checkout; peer: the other one', rounds, rows });

/** The build that begins alternates, so that the first run of a round is no disadvantage for one of them. */
function inTurns(job) {
  const runs = { before: [], now: [] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
    const turn = takeTurns(1, Object.fromEntries(order.map((name) => [name, () => job(builds[name])])));
    for (const name of order) runs[name].push(...turn[name]);
  }
  return runs;
}

function scanning(tree) {
  return {
    data: tree,
    job: ({ bin, at }) => making(at('lock'), (path) => run(bin('lock'), ['--scan', tree, '--no-sync', '--output', path])),
  };
}

function verifying(tree, ...flags) {
  return {
    data: tree,
    prepare: ({ bin, at }) => run(bin('lock'), ['--scan', tree, '--no-sync', '--output', at('kept')]),
    job: ({ bin, at }) => run(bin('lock'), ['verify', at('kept'), '--root', tree, ...flags]),
  };
}

function packing(folder) {
  const ours = ({ bin }, args) => run(bin('pack'), [...args, '--no-sync']);
  return {
    data: folder,
    prepare: (build) => {
      ours(build, ['seal', folder, '--output', build.at('pack')]);
      ours(build, ['push', build.at('pack'), '--store', `file:${build.at('store')}`]);
    },
    jobs: {
      'pack seal': (build) => making(build.at('made'), (path) => ours(build, ['seal', folder, '--output', path])),
      'pack verify': (build) => ours(build, ['verify', build.at('pack')]),
      'pack push': (build) => making(build.at('made'), (path) => ours(build, ['push', build.at('pack'), '--store', `file:${path}`])),
      'pack pull': (build) =>
        making(build.at('made'), (path) => {
          const { pack_id: id } = JSON.parse(readFileSync(join(build.at('pack'), 'manifest.json'), 'utf8'));
          return ours(build, ['pull', id, '--store', `file:${build.at('store')}`, '--out', path]);
        }),
    },
  };
}

/** The output of a run is removed before the next run begins. */
function making(path, job) {
  remove(path);
  try {
    return job(path);
  } finally {
    remove(path);
  }
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

function emptied(folder) {
  remove(folder);
  mkdirSync(folder, { recursive: true });
}
