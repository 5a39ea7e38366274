import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { ByteSource } from '#core/ports';
import { chunkedSource } from '../../../tests/fuzz/chunks.ts';
import { openSealedLock } from './lock-change.ts';
import { type OpenPack, readMembers } from './read-members.ts';
import { readOutcome } from './read-outcome.ts';
import type { Survey } from './survey.ts';

/** A pack of which this is told. */
function told(survey: (survey: Survey) => void): OpenPack {
  return {
    given: 'p',
    place: {
      kind: 'folder',
      manifestBytes: () => new Uint8Array(),
      survey,
      sources: () => [],
      input: { path: 'p', hash: null, bytes: null },
    },
  };
}

function source(text: string): ByteSource {
  return chunkedSource(encodeUtf8(text), () => 3);
}

/** The disk gives out after this much. */
function failing(text: string): ByteSource {
  const whole = source(text);
  return {
    read(into) {
      const count = whole.read(into);
      if (count === 0) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      return count;
    },
  };
}

function hashOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

const nothing = (): void => {};

describe('readMembers()', () => {
  it('hashes to the end what was read only in part, or not at all', () => {
    const members = new Map([
      ['a', hashOf('hello')],
      ['b', hashOf('')],
    ]);
    const pack = told((survey) => {
      survey.onContent(0, source('hello'));
      survey.onContent(1, source(''));
    });
    expect(() => readMembers(pack, members, (_, content) => content.read(new Uint8Array(2)))).not.toThrow();
    expect(() => readMembers(pack, members, nothing)).not.toThrow();
  });

  it.each<[string, (content: ByteSource) => unknown]>([
    ['nobody', nothing],
    ['the reader of outcomes', readOutcome],
    ['the reader of locks, which refuses what it cannot read', (content) => openSealedLock('p', 'a', content)],
  ])('refuses with E_IO a member that fails while %s reads it', (_, read) => {
    const pack = told((survey) => survey.onContent(0, failing('{"version":')));
    const act = () => readMembers(pack, new Map([['a', hashOf('{"version":')]]), (__, content) => void read(content));
    expect(act).toRefuse('E_IO', { path: 'p/a', error: 'Input/output error' });
  });

  it('refuses with E_IO a member of which more would have to be remembered than is', () => {
    const text = `{${Array.from({ length: 700_000 }, (_, k) => `"key number ${k}":0`).join(',')}}`;
    const pack = told((survey) => survey.onContent(0, memorySource(encodeUtf8(text))));
    const act = () => readMembers(pack, new Map([['a', hashOf(text)]]), (_, content) => void readOutcome(content));
    expect(act).toRefuse('E_IO', { path: 'p/a', error: 'more fields than 64 MiB hold' });
  });

  it('refuses with E_IO a member that changed while it was read, though its bytes were right', () => {
    const pack = told((survey) => {
      survey.onContent(0, source('x'));
      survey.onUnreadable('a', 'File changed while it was read');
    });
    expect(() => readMembers(pack, new Map([['a', hashOf('x')]]), nothing)).toRefuse('E_IO');
  });

  it.each(['.', 'sub', 'sub/deep'])('refuses with E_IO a member that is missing below %s, which cannot be listed', (folder) => {
    const pack = told((survey) => survey.onUnreadable(folder, 'Permission denied'));
    expect(() => readMembers(pack, new Map([['sub/deep/a', hashOf('x')]]), nothing)).toRefuse('E_IO');
  });

  it('does not mind what cannot be read beside the members, or has a name that begins like theirs', () => {
    const pack = told((survey) => {
      survey.onUnreadable('su', 'Permission denied');
      survey.onUnreadable('sub/b', 'Permission denied');
      survey.onContent(0, source('x'));
      survey.onExtra('more');
    });
    expect(() => readMembers(pack, new Map([['sub/a', hashOf('x')]]), nothing)).not.toThrow();
  });

  it('passes on what is wrong with the reader itself', () => {
    const pack = told((survey) => survey.onContent(0, source('x')));
    const read = (): void => {
      throw new TypeError('a bug');
    };
    expect(() => readMembers(pack, new Map([['a', hashOf('x')]]), read)).toThrow(TypeError);
  });
});
