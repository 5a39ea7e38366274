/** Judges what was found, through the code of its kind. A refusal of the kind becomes a verdict too, so that one never hides the next. */
import { systemRefusal } from '#disk/system-refusal';
import { refusedVerdict } from '../contract.ts';
import type { Verdict } from '../verdict.ts';
import type { Asked } from './asked.ts';
import type { FoundEvidence } from './find.ts';
import { judgeBeside, NO_FOREIGN, signaturesBeside } from './foreign/beside.ts';
import { hasSeals } from './seals-beside.ts';
import { kindOps } from './table.ts';

export async function judgeEvidence({ place, kind, refusal }: FoundEvidence, asked: Asked): Promise<Verdict> {
  if (kind === null) return refusedVerdict(null, place, refusal);
  try {
    const { judge } = await kindOps(kind);
    const verdict = await judge(place, asked);
    const files = verdict.kind === 'model' ? [] : signaturesBeside(place);
    if (asked.signatures === undefined && asked.trust === undefined && files.length === 0 && !hasSeals(place)) return verdict;
    const foreign = files.length === 0 ? NO_FOREIGN : await judgeBeside(place, files, asked);
    return (await import('./signatures.ts')).withFoundSignatures(place, verdict, asked, foreign);
  } catch (error) {
    const refused = systemRefusal(error);
    if (refused === null) throw error;
    return refusedVerdict(kind, place, refused);
  }
}
