/**
 * Infers a definition from good samples. They are inspected twice, then the definition is judged on all of them: it is returned only if it
 * matches every one.
 *
 *     await inferDefinition([{ name: 'tape.csv', path: '/data/tape.csv' }], stated, { at })     { text: 'fingerprint_id: tape.v1\n…', notes: [] }
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import type { CsvReading, Format } from '#core/parsed';
import { badSample, sampleChanged, unreadableFile } from '#stream/fingerprint-refusals';
import { baseName, formatsFor, isTree, stemOf, TABLE_FORMATS } from '../formats.ts';
import { beginInference } from '../infer/infer.ts';
import { type Inspection, inspectionCandidate } from '../infer/inspection.ts';
import { POSSIBLE_SIGNS, type SignPair } from '../infer/number-evidence.ts';
import type { SampleProfile, SampleReading } from '../infer/profile.ts';
import { mergePlaces, type TreeProfile } from '../infer/tree-profile.ts';
import type { TrialFound } from '../infer/trial.ts';
import { writeInferredTree } from '../infer/write-tree.ts';
import { readDefinitionText } from './definition-file.ts';
import { questionOf } from './question.ts';
import { type Sample, testSamples } from './test-samples.ts';
import { askFingerprints, type ThreadAnswer, type ThreadSettings } from './threads.ts';

/** What the user states. What is null is found, or left out. */
export interface Stated {
  readonly id: string | null;
  readonly sheet: string | null;
  readonly headerRow: number;
  readonly csv: CsvReading | null;
  readonly decimal: '.' | ',' | null;
  /** Empty for none. */
  readonly thousands: string | null;
  readonly dates: string | null;
}

export interface InferredDefinition {
  readonly id: string;
  readonly text: string;
  /** What was left out or left open. */
  readonly notes: readonly string[];
}

type Settings = ThreadSettings & { readonly at: number };

export async function inferDefinition(samples: readonly Sample[], stated: Stated, settings: Settings): Promise<InferredDefinition> {
  const format = formatOf(samples);
  const reading = readingOf(stated, format);
  const id = stated.id ?? idFrom(stemOf((samples[0] as Sample).path));
  const names = samples.map(({ name }) => baseName(name));
  if (isTree(format)) {
    const profiles = foundIn(await inspect<TreeProfile>(samples, { reading, question: null }, settings), samples);
    const root = mergePlaces(profiles.map((profile) => profile.root));
    const inferred = writeInferredTree({ id, format, names, counts: profiles.map((profile) => profile.root.count), root });
    await requireMatch(inferred.text, id, samples, settings);
    return { id, ...inferred };
  }
  const first = await inspect<SampleProfile>(samples, { reading, question: null }, settings);
  const inference = beginInference(foundIn(first, samples), { id, reading, names });
  if (inference === null) throw badSample((samples[0] as Sample).name, 'no column of it is in all samples');
  const { question } = inference;
  const second = question === null ? [] : await inspect<TrialFound>(samples, { reading, question }, settings);
  second.forEach(({ bytesHash }, i) => {
    if (bytesHash !== first[i]?.bytesHash) throw sampleChanged((samples[i] as Sample).name);
  });
  const { text, notes } = inference.finish(second.map(({ found }) => found));
  await requireMatch(text, id, samples, settings);
  return { id, text, notes };
}

/** The profiles of samples that have something to see. */
function foundIn<T extends { readonly problem: string | null }>(seen: readonly Seen<T>[], samples: readonly Sample[]): readonly T[] {
  return seen.map(({ found }, i) => {
    if (found.problem !== null) throw badSample((samples[i] as Sample).name, found.problem);
    return found;
  });
}

function formatOf(samples: readonly Sample[]): Format {
  const formats = samples.map(({ name, path }) => {
    const [format] = formatsFor(null, path, TABLE_FORMATS);
    if (format === undefined) throw badSample(name, `by its name it is none of ${TABLE_FORMATS.join(', ')}`);
    return format;
  });
  const [first] = formats as [Format];
  const other = formats.findIndex((format) => format !== first);
  if (other >= 0) throw badSample((samples[other] as Sample).name, `it is ${formats[other]}, and the first sample is ${first}`);
  return first;
}

function readingOf({ sheet, headerRow, csv, decimal, thousands, dates }: Stated, format: Format): SampleReading {
  const isFree = format === 'csv' && decimal === null && thousands === null;
  const usual = format === 'csv' ? POSSIBLE_SIGNS : POSSIBLE_SIGNS.slice(0, 1);
  const signs = isFree || (decimal === null && thousands === null) ? usual : statedSigns(decimal, thousands);
  return {
    format,
    sheet,
    headerRow,
    csv: csv === null ? null : { ...csv },
    signs,
    areSignsStated: decimal !== null || thousands !== null,
    dates,
  };
}

/** A stated sign leaves the other one open, unless it is taken. */
function statedSigns(decimal: '.' | ',' | null, thousands: string | null): readonly SignPair[] {
  if (thousands === null) return POSSIBLE_SIGNS.filter((signs) => signs.decimal === decimal);
  return (['.', ','] as const)
    .filter((sign) => sign !== thousands && (decimal ?? sign) === sign)
    .map((sign) => ({ decimal: sign, thousands }));
}

/** An id from the name of a file without its extension. */
export function idFrom(stem: string): string {
  const id = stem.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
  return `${id === '' ? 'table' : id}.v1`;
}

interface Seen<T> {
  readonly found: T;
  readonly bytesHash: string;
}

async function inspect<T extends JsonObject>(
  samples: readonly Sample[],
  asked: Inspection,
  settings: Settings,
): Promise<readonly Seen<T>[]> {
  const seen: Seen<T>[] = [];
  let next = 0;
  await askFingerprints(
    { fingerprints: [inspectionCandidate(asked)], at: settings.at, diagnose: false, isAlone: true },
    settings,
    () => {
      const sample = samples[next++];
      if (sample === undefined) return undefined;
      return { question: questionOf(sample.path, [asked.reading.format]), weight: 1 };
    },
    (answer) => seen.push(seenIn<T>(answer, (samples[seen.length] as Sample).name)),
  );
  return seen;
}

function seenIn<T>(answer: ThreadAnswer, name: string): Seen<T> {
  switch (answer.kind) {
    case 'judged': {
      const [warning] = answer.warnings ?? [];
      if (warning !== undefined) throw badSample(name, `the${warning.message.replace(/^The|: .*/g, '')}; --delimiter states it`);
      const { extracted } = parseJson(encodeUtf8(answer.fingerprint ?? '')) as { readonly extracted?: unknown };
      return { found: extracted as T, bytesHash: answer.bytesHash ?? '' };
    }
    case 'unparsed':
      throw badSample(name, `cannot parse ${answer.format.toUpperCase()}: ${answer.error}${encodingHint(answer.error)}`);
    case 'changed':
      throw sampleChanged(name);
    case 'unread':
      throw unreadableFile(name, answer.error);
    case 'ended':
      throw badSample(name, answer.error);
    default:
      return answer satisfies never;
  }
}

function encodingHint(error: string): string {
  return error.startsWith('expected UTF-8') ? '; --encoding states another encoding' : '';
}

/** A definition that does not match its own samples would be worse than none. */
async function requireMatch(text: string, id: string, samples: readonly Sample[], settings: Settings): Promise<void> {
  const read = readDefinitionText(text, `${id}.fp.yaml`);
  if (read.kind === 'broken')
    throw badSample((samples[0] as Sample).name, `its definition cannot be used: ${read.mistakes[0]?.message ?? ''}`);
  const tested = await testSamples(read.definition, samples, settings);
  tested.forEach(({ fingerprint, error }, i) => {
    const failed = fingerprint?.assertions.find(({ passed }) => !passed);
    if (fingerprint?.matched === true && failed === undefined && error === null) return;
    throw badSample((samples[i] as Sample).name, `the definition that was inferred does not match it: ${failed?.detail ?? error ?? ''}`);
  });
}
