import { expect, it } from 'vitest';
import { catchSignals } from './catch-signals.ts';

it('catchSignals() keeps signals that arrive before there is a receiver, in order, and passes on later ones', () => {
  const got: string[] = [];
  const signals = catchSignals();
  try {
    process.emit('SIGTERM', 'SIGTERM');
    process.emit('SIGINT', 'SIGINT');
    expect(got).toEqual([]);
    signals.handTo((signal) => void got.push(signal));
    process.emit('SIGHUP', 'SIGHUP');
    expect(got).toEqual(['SIGTERM', 'SIGINT', 'SIGHUP']);
  } finally {
    signals.release();
  }
});

it('catchSignals() releases all of them', () => {
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
  const before = names.map((name) => process.listenerCount(name));
  const signals = catchSignals();
  expect(names.map((name) => process.listenerCount(name))).toEqual(before.map((count) => count + 1));
  signals.release();
  expect(names.map((name) => process.listenerCount(name))).toEqual(before);
});
