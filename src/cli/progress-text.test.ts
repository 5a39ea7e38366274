import { expect, it } from 'vitest';
import { barLine, type State, stateText } from './progress-text.ts';

const state = (changes: Partial<State>): State => ({
  files: 12,
  filesAhead: 12,
  totalFiles: 40,
  bytes: 3_400_000_000,
  totalBytes: 9_200_000_000,
  elapsedMs: 7000,
  rate: 512_000_000,
  ...changes,
});

it.each<[string, Partial<State>]>([
  [' 36% 3.4/9.2 GB · 12/40 files · 512 MB/s · 0:12 left', {}],
  ['3.4 GB · 12 files · 512 MB/s', { totalFiles: undefined, totalBytes: undefined }],
  ['3.4 GB · 12/40 files · 512 MB/s', { totalBytes: undefined }],
  [' 30% 3.4 GB · 120/400 files · 512 MB/s · 0:17 left', { totalBytes: undefined, filesAhead: 120, totalFiles: 400 }],
  [' 30% 12/40 files · 2/s · 0:17 left', { bytes: undefined, totalBytes: undefined, rate: 2 }],
  ['  0% 0.0/9.2 GB · 0/40 files · 0 B/s', { bytes: 0, files: 0, filesAhead: 0, rate: 0 }],
  ['100% 9.2/9.2 GB · 40/40 files · 512 MB/s · 0:00 left', { bytes: 9_300_000_000, filesAhead: 40 }],
  ['0/0 B · 0/0 files · 0 B/s', { bytes: 0, totalBytes: 0, filesAhead: 0, totalFiles: 0, rate: 0 }],
  [' 36% 3.4/9.2 GB · 12/40 files · 1 kB/s · 1611:06:40 left', { rate: 1000 }],
  ['  1% 1/92 kB · 1/40 files · 999 B/s · 1:32 left', { bytes: 920, totalBytes: 92_000, filesAhead: 1, rate: 999 }],
])('stateText() is %j', (text, changes) => expect(stateText(state(changes))).toBe(text));

it('barLine() gives the bar the remaining width, and leaves it out on a narrow terminal', () => {
  const lines = [100, 79, 66, 62, 30, 3].map((columns) => barLine('lock', state({}), columns));
  expect(lines).toEqual([
    'lock [#######·············]  36% 3.4/9.2 GB · 12/40 files · 512 MB/s · 0:12 left',
    'lock [#######············]  36% 3.4/9.2 GB · 12/40 files · 512 MB/s · 0:12 left',
    'lock [##····]  36% 3.4/9.2 GB · 12/40 files · 512 MB/s · 0:12 left',
    'lock 36% 3.4/9.2 GB · 12/40 files · 512 MB/s · 0:12 left',
    'lock 36% 3.4/9.2 GB · 12/40 fi',
    'loc',
  ]);
});
