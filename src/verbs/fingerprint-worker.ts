/** A thread of `fingerprint`: the fingerprints it was handed, and one file after the other. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { BUILT_INS } from '#fingerprint/builtin';
import type { Candidate } from '#fingerprint/candidate';
import { readDefinition } from '#fingerprint/definition';
import { newHasher } from '#hashing/hashers';
import { crewData, gotOn, serveCrew } from '#threads/thread-side';
import type { CrewData, Handed } from './fingerprint-crew.ts';
import { fingerprintFile, type Judging } from './fingerprint-file.ts';
import type { FileQuestion } from './fingerprint-question.ts';
import { packAnswer } from './packed-answer.ts';

const { handed, at, diagnose, maxSize } = crewData() as CrewData;
let judging: Judging | null = null;

serveCrew(async (question: FileQuestion) => {
  judging ??= { asked: await Promise.all(handed.map(receive)), at, diagnose, maxSize, onProgress: gotOn };
  return packAnswer(await fingerprintFile(question, judging));
});

async function receive(one: Handed): Promise<Candidate> {
  if (one.kind === 'built in') return BUILT_INS.find(({ id }) => id === one.id) as Candidate;
  const { compileLinear } = await import('#codecs/regex');
  const read = readDefinition(parseJson(encodeUtf8(one.canonical)), one, { compile: compileLinear, newHasher });
  if (read.kind === 'faults') throw new Error(`expected a definition, found ${read.faults.length} faults in ${one.file}`);
  return one.isAlone ? { ...read.definition, parent: null, validFrom: null, validUntil: null } : read.definition;
}
