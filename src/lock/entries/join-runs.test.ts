import { expect, test } from 'vitest';
import { joinRuns } from './join-runs.ts';

const pieces = [1, 0, 700_000, 700_000, 3, 1 << 20, (1 << 20) + 1, 5, 2_000_000].map((length, i) => new Uint8Array(length).fill(i + 1));

test.each([true, false])('joinRuns() emits every piece once, in order (reused: %s)', (isReused) => {
  const runs: Uint8Array[] = [];
  joinRuns(
    pieces.length,
    (place) => pieces[place] as Uint8Array,
    isReused,
    (run) => runs.push(isReused ? run.slice() : run),
  );
  expect(Buffer.concat(runs).equals(Buffer.concat(pieces))).toBe(true);
  expect(runs.every((run) => run.length > 0)).toBe(true);
});

test('joinRuns() emits nothing for no pieces', () =>
  joinRuns(
    0,
    () => new Uint8Array(0),
    true,
    () => expect.unreachable(),
  ));
