/**
 * Tells what files are: by their bytes, then by parsing them, and whether their names agree.
 *
 *     await identifyFiles([{ name: 'tape.csv', path: '/data/tape.csv' }], { at: 0 })
 *       [{ name: 'tape.csv', size: 21, identified: { kind: csv, identifiedBy: 'parsing', facts: { columns: 3, … }, … } }]
 */
import { statSync } from 'node:fs';
import type { Format } from '#core/parsed';
import { CHANGED, errorCode, osText, UnusableFile } from '#disk/os-error';
import { isUnchanged } from '#disk/read/unchanged';
import { unreadableFile } from '#stream/fingerprint-refusals';
import { type Identified, type IdentifiedFile, identified } from '../../kinds/identified.ts';
import type { Stated } from '../../kinds/names.ts';
import { type Layer, look, type Seen } from './look.ts';
import { type ParseAnswer, type ParseQuestion, type ParseSettings, parseAll } from './parse.ts';

export interface GivenPath {
  /** As it was given. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

interface Work extends GivenPath {
  readonly seen: Seen;
  /** The layer that is parsed: the innermost. */
  readonly layer: Layer;
}

/** Refuses a file that cannot be read or that changes meanwhile. `onFile` is called once for each file while they are worked on. */
export async function identifyFiles(
  given: readonly GivenPath[],
  settings: ParseSettings,
  onFile: () => void = () => {},
): Promise<readonly IdentifiedFile[]> {
  const works: Work[] = [];
  for (const one of given) {
    const seen = await refusing(one, () => look(one.path, one.name));
    const layer = seen.inner ?? seen.outer;
    works.push({ ...one, seen, layer });
    if (layer.formats.length === 0) onFile();
  }
  const first = await parseSome(works, ({ layer }) => layer.formats, { ...settings, onAnswer: onFile });
  const texts = works.filter((work) => work.layer.isText && !isParsed(first.get(work)));
  const second = await parseSome(texts, () => ['text'], settings);
  return Promise.all(works.map((work) => refusing(work, () => conclude(work, first.get(work) ?? null, second.get(work) ?? null))));
}

async function refusing<T>({ name }: GivenPath, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw unreadableFile(name, osText(error));
  }
}

function isParsed(answer: ParseAnswer | undefined): boolean {
  return answer?.kind === 'parsed';
}

async function parseSome(
  works: readonly Work[],
  formatsOf: (work: Work) => readonly Format[],
  settings: ParseSettings,
): Promise<ReadonlyMap<Work, ParseAnswer>> {
  const asked = works.filter((work) => formatsOf(work).length > 0);
  const questions = asked.map((work): ParseQuestion => {
    const { path, seen, layer } = work;
    return { path, formats: formatsOf(work), size: layer.size, packing: seen.packing };
  });
  const answers = await parseAll(questions, settings);
  return new Map(asked.map((work, index) => [work, answers[index] as ParseAnswer]));
}

function conclude({ name, path, seen, layer }: Work, first: ParseAnswer | null, second: ParseAnswer | null): IdentifiedFile {
  for (const answer of [first, second]) if (answer?.kind === 'unread') throw new UnusableFile(answer.error);
  const now = statSync(path, { bigint: true });
  if (now.ino !== seen.state.ino || !isUnchanged(seen.state, now)) throw new UnusableFile(CHANGED);
  const judged = layer.isText ? identifiedText(layer, first, second) : identifiedBinary(layer, first);
  const whole = seen.inner === null ? judged : { ...seen.outer.identified, contains: judged };
  return { name, size: Number(seen.state.size), identified: whole };
}

function identifiedBinary({ identified: seen }: Layer, answer: ParseAnswer | null): Identified {
  if (answer === null) return seen;
  if (answer.kind === 'untried') return { ...seen, note: answer.why };
  if (answer.kind !== 'parsed') return { ...seen, damage: `does not parse: ${answer.error}` };
  return { ...seen, identifiedBy: 'parsing', facts: answer.facts, note: answer.note };
}

/** `second` says whether it is valid text to its end. */
function identifiedText(layer: Layer, first: ParseAnswer | null, second: ParseAnswer | null): Identified {
  const { identified: seen, columns, stated } = layer;
  if (first?.kind === 'parsed') {
    const { format, facts, note } = first;
    return identified(format, {
      identifiedBy: 'parsing',
      note,
      facts: { ...(format !== 'csv' || columns === null ? {} : { columns }), ...facts },
    });
  }
  if (second?.kind === 'failed') return identified('unknown', { note: `not text to its end: ${second.error}`, mayBeText: true });
  const note = [first, second].map((answer) => (answer?.kind === 'untried' ? answer.why : null)).find((why) => why !== null) ?? null;
  const claimed = first === null ? null : claimedBy(stated, layer);
  if (claimed === null) return { ...seen, note };
  return {
    ...identified(claimed, { identifiedBy: 'name', facts: seen.facts, note }),
    damage: first?.kind === 'failed' ? `does not parse: ${first.error}` : null,
  };
}

/** What a text is by its name and its beginning, though it does not parse; null if it is only a text. */
function claimedBy(stated: Stated | null, { formats, isTree }: Layer): Format | null {
  const isNamed = (format: Format): boolean => stated?.kinds.some(({ id }) => id === format) === true;
  const [likeliest] = formats;
  if (isNamed('csv')) return 'csv';
  return isTree && likeliest !== undefined && isNamed(likeliest) ? likeliest : null;
}
