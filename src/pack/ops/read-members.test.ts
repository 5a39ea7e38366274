import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Found } from '#core/found';
import type { ByteSource } from '#core/ports';
import { errorCode, osText } from '#disk/os-error';
import { chunkedSource } from '../../../tests/fuzz/helpers/chunks.ts';
import { foundList } from '../../../tests/helpers/found-list.ts';
import { openSealedLock } from './lock-change.ts';
import { type OpenPack, readMembers } from './read-members.ts';
import { readOutcome } from './read-outcome.ts';
import { foundByReading, type Wanted } from './survey.ts';

/** A pack with these results. */
function packOf(found: (wanted: Wanted) => readonly Found[]): OpenPack {
  return {
    given: 'p',
    place: {
      kind: 'folder',
      manifestBytes: () => new Uint8Array(),
      survey: (wanted) => ({ found: foundList(found(wanted)), extras: ['more'], unreadable: [] }),
      sources: () => [],
      input: { path: 'p', hash: null, bytes: null },
    },
  };
}

/** A pack whose members have these bytes; an error of the disk is reported for the member, as for a file. */
function holding(...sources: readonly ByteSource[]): OpenPack {
  return packOf((wanted) => {
    return wanted.members.map((member, index): Found => {
      try {
        return foundByReading(member, wanted.read(index, sources[index] as ByteSource));
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        return { kind: 'unreadable', error: osText(error) };
      }
    });
  });
}

function source(text: string): ByteSource {
  return chunkedSource(encodeUtf8(text), () => 3);
}

/** The disk fails after this many bytes. */
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
  it('hashes a member to its end even if it was read only in part, or not at all', () => {
    const members = new Map([
      ['a', hashOf('hello')],
      ['b', hashOf('')],
    ]);
    const pack = (): OpenPack => holding(source('hello'), source(''));
    expect(() => readMembers(pack(), members, (_, content) => content.read(new Uint8Array(2)))).not.toThrow();
    expect(() => readMembers(pack(), members, nothing)).not.toThrow();
  });

  it.each<[string, (content: ByteSource) => unknown]>([
    ['nobody', nothing],
    ['the reader of outcomes', readOutcome],
    ['the reader of locks, which refuses what it cannot read', (content) => openSealedLock('p', 'a', content)],
  ])('refuses with E_IO a member that fails while %s reads it', (_, read) => {
    const pack = holding(failing('{"version":'));
    expect(() => readMembers(pack, new Map([['a', hashOf('{"version":')]]), (__, content) => void read(content))).toRefuse('E_IO', {
      path: 'p/a',
      error: 'Input/output error',
    });
  });

  it('refuses with E_IO a member that exceeds the limits of the reader', () => {
    const text = `{${Array.from({ length: 5000 }, (_, k) => `"${'x'.repeat(7000)}${k}":0`).join(',')}}`;
    const pack = holding(memorySource(encodeUtf8(text)));
    expect(() => readMembers(pack, new Map([['a', hashOf(text)]]), (_, content) => void readOutcome(content))).toRefuse('E_IO', {
      path: 'p/a',
      error: 'more fields than 64 MiB hold',
    });
  });

  it.each<[string, Found]>([
    ['E_IO', { kind: 'unreadable', error: 'Permission denied' }],
    ['E_BAD_PACK', { kind: 'missing' }],
    ['E_BAD_PACK', { kind: 'not regular' }],
    ['E_BAD_PACK', { kind: 'different', bytesHash: 'sha256:0', size: 1 }],
  ])('refuses with %s a member that is found as %o', (code, found) => {
    const pack = packOf(() => [found]);
    expect(() => readMembers(pack, new Map([['a', hashOf('x')]]), nothing)).toRefuse(code);
  });

  it('throws errors of the reader itself', () => {
    const pack = holding(source('x'));
    const read = (): void => {
      throw new TypeError('a bug');
    };
    expect(() => readMembers(pack, new Map([['a', hashOf('x')]]), read)).toThrow(TypeError);
  });
});
