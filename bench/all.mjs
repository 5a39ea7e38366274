/**
 * The benchmark: runs all measures, or those that are named.
 *
 *     node bench/all.mjs [--full] [--rounds N] [small-files | large-files | records | start-up | ledger | packs | chains | replays | fingerprints | long-tape | comparisons | tables | corpus | stacks | front-door | scale | merges | objects | unchanged | seals | page]…
 */
import { measureChains } from './chains.mjs';
import { measureComparisons } from './comparisons.mjs';
import { measureCorpus } from './corpus.mjs';
import { measureFingerprints } from './fingerprints.mjs';
import { readOptions, runMeasures } from './frame/alone.mjs';
import { measureFrontDoor } from './front-door.mjs';
import { measureLargeFiles } from './large-files.mjs';
import { measureLedger } from './ledger.mjs';
import { measureLongTape } from './long-tape.mjs';
import { measureMerges } from './merges.mjs';
import { measureObjects } from './objects.mjs';
import { measurePacks } from './packs.mjs';
import { measurePage } from './page.mjs';
import { measureRecords } from './records.mjs';
import { measureReplays } from './replays.mjs';
import { measureScale } from './scale.mjs';
import { measureSeals } from './seals.mjs';
import { measureSmallFiles } from './small-files.mjs';
import { measureStacks } from './stacks.mjs';
import { measureStartUp } from './start-up.mjs';
import { measureTables } from './tables.mjs';
import { measureUnchanged } from './unchanged.mjs';

const measures = {
  'start-up': measureStartUp,
  'small-files': measureSmallFiles,
  'large-files': measureLargeFiles,
  records: measureRecords,
  ledger: measureLedger,
  packs: measurePacks,
  chains: measureChains,
  seals: measureSeals,
  replays: measureReplays,
  fingerprints: measureFingerprints,
  'long-tape': measureLongTape,
  comparisons: measureComparisons,
  tables: measureTables,
  corpus: measureCorpus,
  stacks: measureStacks,
  'front-door': measureFrontDoor,
  scale: measureScale,
  merges: measureMerges,
  objects: measureObjects,
  unchanged: measureUnchanged,
  page: measurePage,
};

const options = readOptions();
const unknown = options.names.find((name) => !(name in measures));
if (unknown !== undefined) throw new Error(`no measure '${unknown}'; there are ${Object.keys(measures).join(', ')}`);
const names = options.names.length === 0 ? Object.keys(measures) : options.names;
await runMeasures(
  names.map((name) => measures[name]),
  options,
);
