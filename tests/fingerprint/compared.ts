/** Compares two versions of a file in memory. */
import { readCsv } from '#codecs/grid/csv';
import { readJson, readJsonLines } from '#codecs/tree/json';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Comparison } from '#core/comparison';
import type { Parsed } from '#core/parsed';
import { BUILT_INS } from '#fingerprint/builtin/builtin';
import type { Candidate } from '#fingerprint/candidate';
import { compareVersions } from '#fingerprint/compare/compare';
import { newHasher } from '#hashing/hashers';

const MAX_DIFFERENCES = 1000;

export async function compared(candidate: Candidate, old: () => Parsed, now: () => Parsed, most = MAX_DIFFERENCES): Promise<Comparison> {
  const file = (parse: () => Parsed) => ({ read: async <T>(use: (parsed: Parsed) => T): Promise<T> => use(parse()) });
  return compareVersions({ old: file(old), now: file(now) }, { candidate, fileName: 'tape.csv', newHasher, seed: [1, 2], most });
}

export const builtIn = (id: string): Candidate => BUILT_INS.find((one) => one.id === id) as Candidate;
const csvOf = (text: string) => () => readCsv(memorySource(encodeUtf8(text)));
export const jsonOf = (text: string) => () => readJson(memorySource(encodeUtf8(text)), 1 << 20);
export const linesOf = (text: string) => () => readJsonLines(memorySource(encodeUtf8(text)));

export function comparedCsv(old: string, now: string, candidate = builtIn('csv.v0'), most = MAX_DIFFERENCES): Promise<Comparison> {
  return compared(candidate, csvOf(old), csvOf(now), most);
}

export function brief({ differences }: Comparison): readonly string[] {
  return differences.map(({ code, at, old, new: now }) => `${code} ${at} ${old} ${now}`);
}
