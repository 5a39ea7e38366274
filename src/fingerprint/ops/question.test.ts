import { describe, expect, it } from 'vitest';
import { type FileAnswer, packAnswer, unpackAnswer } from './question.ts';

describe('packAnswer', () => {
  it.each<FileAnswer>([
    { kind: 'judged', fingerprint: '{"a":"+"}', isMatched: true, bytesHash: null },
    { kind: 'judged', fingerprint: '{"a":"-"}', isMatched: false, bytesHash: null },
    { kind: 'judged', fingerprint: null, isMatched: false, bytesHash: null },
    { kind: 'judged', fingerprint: '{}', isMatched: true, bytesHash: 'sha256:00' },
    { kind: 'unread', error: 'x', isMissing: true },
    { kind: 'changed', found: 'sha256:00' },
    { kind: 'unparsed', format: 'csv', error: 'x' },
  ])('packAnswer(%j) comes back as it went', (answer) => {
    expect(unpackAnswer(packAnswer(answer))).toEqual(answer);
  });
});
