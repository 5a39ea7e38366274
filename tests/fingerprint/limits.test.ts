/** The limits are those of one file: what is said of it does not depend on how many are parsed at the same time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { BUILT_INS } from '#fingerprint/builtin/builtin';
import { askFingerprints, type ThreadAnswer, type ThreadSettings } from '#fingerprint/ops/threads';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { some } from '../helpers/trials.ts';
import { madePdf, pdfOf, streamOf } from './made-pdf.ts';

const folder = scratchFolder('fingerprint-limits');
const twice = deflateSync(deflateSync(Buffer.alloc(128 << 20, ' '))).toString('latin1');
const bomb = pdfOf([
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>',
  streamOf(twice, '/Filter[/FlateDecode/FlateDecode]'),
]);
const paths = [madePdf(['Unit 101'], {}), bomb, madePdf(['Unit 102'], {}), bomb].map((bytes, index) => {
  const path = join(folder, `${index}.pdf`);
  writeFileSync(path, bytes);
  return path;
});

async function answersOf(settings: ThreadSettings): Promise<readonly string[]> {
  const waiting = [...paths];
  const answers: string[] = [];
  await askFingerprints(
    { fingerprints: BUILT_INS.filter(({ format }) => format === 'pdf'), at: 0, diagnose: false, isAlone: true },
    settings,
    () => {
      const path = waiting.shift();
      const question = { formats: ['pdf'], size: null, bytesHash: 'sha256:', mustMatch: false, confine: null, only: null } as const;
      return path === undefined ? undefined : { question: { ...question, path }, weight: 1 << 20 };
    },
    (answer) => answers.push(said(answer)),
  );
  return answers;
}

function said(answer: ThreadAnswer): string {
  return answer.kind === 'ended'
    ? answer.error
    : [answer.kind, ...(answer.kind === 'judged' ? (answer.warnings ?? []).map(({ code }) => code) : [])].join(' ');
}

it.each(some([4, 1], 2))('a PDF that unpacks to more than its memory is ended, and no other, with %s jobs', async (threads) => {
  const ended = 'needed more than 100 MiB of memory';
  expect(await answersOf({ threads, maxMemoryMb: 100, timeoutMs: 120_000 })).toEqual(['judged', ended, 'judged', ended]);
});

it('a limit can be raised', async () => {
  const scan = 'judged W_NO_TEXT';
  expect(await answersOf({ threads: 2, maxMemoryMb: 1024, timeoutMs: 120_000 })).toEqual(['judged', scan, 'judged', scan]);
});
