/**
 * Fingerprints of up to 500 files that other programs made: CSV, JSON, Markdown, workbooks, Parquet and PDF, many of them broken on purpose,
 * from the folder $CUSTODY_BENCH_CORPUS, or `../shared/fixtures/corpus`. Beside it, on the same files: `file` on all, `pdftotext` on the PDFs,
 * DuckDB on CSV and Parquet. Every program uses one core; none of the peers hashes the bytes, and only DuckDB hashes values.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runIfAlone } from './frame/alone.mjs';
import { program, projectRoot, scratchFile } from './frame/place.mjs';
import { warm } from './frame/prepared.mjs';
import { medianMs, takeTurns } from './frame/rounds.mjs';
import { against, missing } from './frame/rows.mjs';
import { isInstalled, shell } from './frame/run.mjs';

const ROUNDS = 5;
const FILES = 500;
const FORMATS = { csv: /\.(?:csv|tsv)$/, json: /\.jsonl?$/, markdown: /\.md$/, xlsx: /\.xls[xm]$/, parquet: /\.parquet$/, pdf: /\.pdf$/ };

export async function measureCorpus({ rounds: asked }) {
  const rounds = asked ?? ROUNDS;
  const corpus = process.env.CUSTODY_BENCH_CORPUS ?? join(projectRoot, '..', 'shared', 'fixtures', 'corpus');
  if (!existsSync(corpus))
    return { title: 'Corpus', inputs: `no files: ${corpus} is not there, see $CUSTODY_BENCH_CORPUS`, rounds, rows: [] };
  warm(corpus);
  const all = mixed(hashed(corpus));
  const groups = {
    all: { records: all, formats: Object.keys(FORMATS) },
    pdf: { records: all.filter(({ path }) => FORMATS.pdf.test(path)), formats: ['pdf'] },
    tables: { records: all.filter(({ path }) => FORMATS.csv.test(path) || FORMATS.parquet.test(path)), formats: ['csv', 'parquet'] },
  };
  const contestants = {};
  for (const [name, group] of Object.entries(groups)) contestants[name] = fingerprinting(name, group);
  if (isInstalled('file')) contestants.file = () => shell('xargs -0 file < "$1" > /dev/null', [listOf('all', groups.all)]);
  // Some files are broken: what a peer says about them does not matter here.
  if (isInstalled('pdftotext'))
    contestants.pdftotext = () =>
      shell('xargs -0 -n 1 sh -c \'pdftotext -q "$0" - || true\' < "$1" > /dev/null', [listOf('pdf', groups.pdf)]);
  const loop = join(projectRoot, 'bench', 'duckdb-loop.mjs');
  contestants.duckdb = () =>
    shell('xargs -0 "$1" "$2" --each < "$3" > /dev/null', [process.execPath, loop, listOf('tables', groups.tables)]);
  const runs = takeTurns(rounds, contestants);
  const row = (name, label, peer, words) =>
    (runs[peer] === undefined ? [missing(label, words)] : against(label, runs[name], { [words]: runs[peer] })).map((line) => ({
      ...line,
      ours: `${line.ours || `${Math.round(medianMs(runs[name]))} ms`}, ${rate(groups[name], runs[name])}`,
    }));
  return {
    title: 'Corpus',
    inputs: `${described(all)}${all.length < FILES ? `, fewer than ${FILES}` : ''}`,
    rounds,
    rows: [
      ...row('all', `fingerprint, ${all.length} files`, 'file', 'file'),
      ...row('pdf', `fingerprint, ${groups.pdf.records.length} PDF`, 'pdftotext', 'pdftotext'),
      ...row('tables', `fingerprint, ${groups.tables.records.length} CSV and Parquet`, 'duckdb', 'DuckDB, hash of every row'),
    ],
  };
}

function hashed(corpus) {
  const out = scratchFile('corpus.jsonl');
  shell('"$1" "$3" --no-witness | "$2" --no-witness > "$4"', [program('vacuum'), program('hashbytes'), corpus, out]);
  return readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => ({ line, ...JSON.parse(line) }));
}

/** At most `FILES` of them: one of each format in turn, so that every format is there. */
function mixed(records) {
  const queues = Object.values(FORMATS).map((ending) => records.filter(({ path }) => ending.test(path)));
  const longest = Math.max(...queues.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, i) => queues.flatMap((queue) => queue.slice(i, i + 1))).flat();
  return inTurn.slice(0, FILES);
}

function fingerprinting(name, { records, formats }) {
  const [input, out] = [scratchFile(`corpus-${name}.jsonl`), scratchFile(`corpus-${name}-out.jsonl`)];
  writeFileSync(input, records.map(({ line }) => `${line}\n`).join(''));
  const args = formats.flatMap((format) => ['--fp', `${format}.v0`]);
  // 1 says that some files did not match, as the broken ones.
  const script =
    'input="$1" out="$2" program="$3"; shift 3; "$program" --jobs 1 --no-witness "$@" "$input" > "$out" 2> /dev/null || test $? = 1';
  return () => {
    const run = shell(script, [input, out, program('fingerprint'), ...args]);
    const written = readFileSync(out, 'utf8').trimEnd().split('\n').length;
    if (written !== records.length) throw new Error(`expected ${records.length} records, found ${written}`);
    return run;
  };
}

function listOf(name, { records }) {
  const list = scratchFile(`corpus-${name}.list`);
  writeFileSync(list, records.map(({ path }) => `${path}\0`).join(''));
  return list;
}

function rate({ records }, runs) {
  const seconds = medianMs(runs) / 1000;
  return `${Math.round(records.length / seconds)} files/s, ${(bytesOf(records) / 1e6 / seconds).toFixed(1)} MB/s`;
}

function described(records) {
  const counts = Object.entries(FORMATS).map(([format, ending]) => `${records.filter(({ path }) => ending.test(path)).length} ${format}`);
  return `${records.length} files, ${(bytesOf(records) / 1e6).toFixed(1)} MB: ${counts.join(', ')}; one core each`;
}

function bytesOf(records) {
  return records.reduce((sum, { size }) => sum + size, 0);
}

await runIfAlone(import.meta.url, measureCorpus);
