/** A worker thread of `fingerprint`: it receives the fingerprints once, then judges one file after the other, or compares two versions. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { newHasher } from '#hashing/hashers';
import { reportProgress, serveQuestions, threadData } from '#threads/thread-side';
import { BUILT_INS } from '../builtin/builtin.ts';
import type { Candidate } from '../candidate.ts';
import { readDefinition } from '../define/definition.ts';
import type { VersionsQuestion } from './compare-threads.ts';
import { fingerprintFile, type Judging } from './judge-file.ts';
import { type FileQuestion, packAnswer } from './question.ts';
import type { SentFingerprint, ThreadData } from './threads.ts';

const { sent, at, diagnose, maxSize } = threadData() as ThreadData;
let judging: Judging | null = null;

serveQuestions(async (question: FileQuestion | VersionsQuestion) => {
  judging ??= { asked: await Promise.all(sent.map(receive)), at, diagnose, maxSize, onProgress: reportProgress };
  if ('old' in question) return (await import('./compare-files.ts')).compareFiles(question, judging);
  return packAnswer(await fingerprintFile(question, judging));
});

async function receive(one: SentFingerprint): Promise<Candidate> {
  if (one.kind === 'built in') return BUILT_INS.find(({ id }) => id === one.id) as Candidate;
  if (one.kind === 'inspection') return (await import('../infer/inspection.ts')).inspectionCandidate(one.inspection);
  const { compileLinear } = await import('#codecs/regex');
  const read = readDefinition(parseJson(encodeUtf8(one.canonical)), one, { compile: compileLinear, newHasher });
  if (read.kind === 'faults') throw new Error(`expected a definition, found ${read.faults.length} faults in ${one.file}`);
  return one.isAlone ? { ...read.definition, parent: null, validFrom: null, validUntil: null } : read.definition;
}
