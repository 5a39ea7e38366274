/**
 * `custody verify`: one lock and one pack against the tools' own verify; a folder with 1,000 small packs against a shell loop that hashes the
 * same files (`sha256sum`, one process for each pack) plus one start-up of our program; and a lock and a pack of a million members that are all
 * missing, for the memory in every form.
 */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, createWriteStream, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFileTree } from './data/file-tree.mjs';
import { runIfAlone } from './frame/alone.mjs';
import { program, scratchFile } from './frame/place.mjs';
import { prepared } from './frame/prepared.mjs';
import { takeTurns } from './frame/rounds.mjs';
import { above, against, memory } from './frame/rows.mjs';
import { run, shell } from './frame/run.mjs';

const ROUNDS = 15;
const BAR_MS = 15;
const BAR_PACKS = 1.2;
const BAR_MIB = 512;
const PACKS = 1000;
const MEMBERS = 1_000_000;
const FORMS = ['text', 'json', 'json-lines', 'junit', 'sarif', 'markdown', 'html', 'github'];

export async function measureFrontDoor({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const tree = prepared('front-door', { count: 20 }, makeFileTree);
  const [lock, pack, packs] = ['front.lock.json', 'front-pack', 'front-packs'].map(scratchFile);
  for (const path of [lock, pack, packs]) rmSync(path, { recursive: true, force: true });
  quiet('lock', ['--scan', tree, '--output', lock]);
  quiet('pack', ['seal', tree, '--output', pack]);
  mkdirSync(packs);
  for (let index = 0; index < PACKS; index++) shell('cp -r "$1" "$2"', [pack, join(packs, `pack-${index}`)]);
  const one = takeTurns(rounds, {
    lock: () => quiet('lock', ['verify', lock, '--root', tree]),
    frontLock: () => quiet('custody', ['verify', lock, '--root', tree]),
    pack: () => quiet('pack', ['verify', pack]),
    frontPack: () => quiet('custody', ['verify', pack]),
  });
  const many = takeTurns(Math.min(rounds, 5), {
    ours: () => quiet('custody', ['verify', packs]),
    peer: () =>
      shell(`"$2" --version >/dev/null; for pack in "$1"/*; do find "$pack" -type f -exec sha256sum {} + ; done > /dev/null`, [
        packs,
        program('custody'),
      ]),
  });
  const rows = [
    ...above('custody verify, one lock', one.frontLock, { 'lock verify': one.lock }, BAR_MS),
    ...above('custody verify, one pack', one.frontPack, { 'pack verify': one.pack }, BAR_MS),
    ...against(`custody verify, ${PACKS} packs`, many.ours, { 'sha256sum in a loop, and a start': many.peer }, BAR_PACKS),
    ...(await measureFailures()),
  ];
  return {
    title: 'Front door',
    inputs: `20 files of about 2 KiB, in a lock, a pack and ${PACKS} packs; a lock and a pack of ${MEMBERS} missing members`,
    rounds,
    rows,
  };
}

/** Every member is missing, so that there is a finding for each. */
async function measureFailures() {
  const [records, lock, empty] = ['front.jsonl', 'million.lock.json', 'front-empty'].map(scratchFile);
  mkdirSync(empty, { recursive: true });
  await writeRecords(records);
  quiet('lock', [records, '--output', lock, '--force']);
  const pack = scratchFile('million-pack');
  writeEmptyPack(pack);
  const failing = { lock: [lock, '--root', empty], pack: [pack] };
  return Object.entries(failing).flatMap(([kind, given]) =>
    FORMS.map((form) => {
      const timing = run(program('custody'), ['verify', ...given, '--no-witness', '--format', form], { memory: true, exit: 1 });
      return memory(`custody verify, a million failures of a ${kind}, ${form}`, [timing], BAR_MIB);
    }),
  );
}

/** A manifest as `pack seal` writes it, and no member. */
function writeEmptyPack(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const hasher = createHash('sha256');
  const out = openSync(join(folder, 'manifest.json'), 'w');
  const write = (text) => {
    hasher.update(text);
    writeSync(out, text);
  };
  write(`{"created":"2026-06-01T00:00:00Z","member_count":${MEMBERS},"members":[`);
  for (let start = 0; start < MEMBERS; start += 1000) {
    const texts = Array.from({ length: Math.min(1000, MEMBERS - start) }, (_, index) => memberText(start + index));
    write(`${start === 0 ? '' : ','}${texts.join(',')}`);
  }
  write('],');
  const tail = (id) => `"pack_id":"${id}","tool_version":"0.1.0","version":"pack.v0"}`;
  hasher.update(tail(''));
  writeSync(out, tail(`sha256:${hasher.digest('hex')}`));
  closeSync(out);
}

function memberText(index) {
  const number = String(index).padStart(7, '0');
  const hash = createHash('sha256').update(number).digest('hex');
  return `{"bytes_hash":"sha256:${hash}","path":"folder-${number.slice(0, 4)}/file-${number}.csv","type":"other"}`;
}

async function writeRecords(path) {
  const out = createWriteStream(path);
  const hash = `sha256:${'ab'.repeat(32)}`;
  for (let index = 0; index < MEMBERS; index++) {
    const name = `folder-${String(index % 1000).padStart(4, '0')}/file-${String(index).padStart(7, '0')}.csv`;
    const record = {
      bytes_hash: hash,
      path: `/d/${name}`,
      relative_path: name,
      root: '/d',
      size: 10,
      tool_versions: { hash: '0.1.0', vacuum: '0.1.0' },
      version: 'hash.v0',
    };
    if (!out.write(`${JSON.stringify(record)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

function quiet(name, args) {
  return run(program(name), [...args, '--no-witness'], { stdout: '/dev/null' });
}

await runIfAlone(import.meta.url, measureFrontDoor);
