import { expect, it } from 'vitest';
import type { Catalog, Entry } from './catalog.ts';
import { evidenceDocument, inOrder } from './catalog.ts';
import { packMembers } from './members.ts';
import { searchCatalog } from './search.ts';

const HEX = '9a0b'.padEnd(64, 'c');
const members = [
  { path: 'tape/loans.csv', digest: `sha256:${HEX}`, size: 12 },
  { path: 'loans/loans.txt', digest: `blake3:${HEX}`, size: null },
  { path: 'été\n.csv', digest: null, size: 3 },
];

function entry(over: Partial<Entry>): Entry {
  const packed = packMembers(members, 1 << 20);
  if (packed === null) throw new Error('they fit');
  const facts = {
    path: 'dec.lock.json',
    kind: 'lock',
    id: null,
    digest: null,
    created: null,
    members: 3,
    tags: [],
    note: null,
    within: null,
  };
  return { ...facts, searched: packed, ...over } as Entry;
}

function catalogOf(...entries: readonly Entry[]): Catalog {
  return { served: 'evidence', entries, notRead: [{ path: 'bad.json', reason: 'broken' }], passedOver: [], unknown: 0 };
}

function found(catalog: Catalog, text: string, from = 0, count = 100) {
  return searchCatalog(catalog, { text, from, count }) as unknown as {
    hits: { member: string | null; as: string; size: number | null }[];
    total: number;
    not_read: number;
    not_searched: { path: string }[];
  };
}

it('packMembers() gives back what it was given', () => {
  const packed = packMembers(members, 1 << 20);
  expect(packed?.count).toBe(3);
  expect([0, 1, 2].map((index) => packed?.at(index))).toEqual(members);
  expect(packMembers([], 0)?.count).toBe(0);
});

it('packMembers() is null for members that take too much memory', () => {
  expect(packMembers(members, 100)).toBeNull();
});

it('searchCatalog() finds each member once, however often its path has the text', () => {
  const { hits, total } = found(catalogOf(entry({})), 'loans');
  expect(hits.map(({ member }) => member)).toEqual(['tape/loans.csv', 'loans/loans.txt']);
  expect(total).toBe(2);
});

it('searchCatalog() finds nothing across two paths', () => {
  expect(found(catalogOf(entry({})), 'csvloans').total).toBe(0);
  expect(found(catalogOf(entry({})), 'csv\nloans').total).toBe(0);
  expect(found(catalogOf(entry({})), 'é\n.').total).toBe(1);
});

it('searchCatalog() finds a digest by its beginning, in any letter case, and by its algorithm', () => {
  expect(found(catalogOf(entry({})), '9A0BCC').hits.map(({ as }) => as)).toEqual(['digest', 'digest']);
  expect(found(catalogOf(entry({})), `sha256:${HEX}`).hits.map(({ member }) => member)).toEqual(['tape/loans.csv']);
  expect(found(catalogOf(entry({})), 'blake3:9a0bcc').hits.map(({ member }) => member)).toEqual(['loans/loans.txt']);
  expect(found(catalogOf(entry({})), '9a0bcd').total).toBe(0);
  expect(found(catalogOf(entry({})), '9a0b').total).toBe(0);
});

it('searchCatalog() finds a document by its path, id, tag and note', () => {
  const catalog = catalogOf(entry({ id: `sha256:${'ab'.repeat(32)}`, tags: ['2025-12'], note: 'the December tape' }));
  expect(found(catalog, 'dec.lock').hits[0]?.as).toBe('document');
  expect(found(catalog, 'ababab').hits[0]?.as).toBe('document digest');
  expect(found(catalog, '2025-12').hits[0]?.as).toBe('tag');
  expect(found(catalog, 'December').hits[0]?.as).toBe('note');
});

it('searchCatalog() gives a part of a long list, and the whole count', () => {
  const catalog = catalogOf(entry({}), entry({ path: 'b' }), entry({ path: 'c' }));
  expect(found(catalog, 'loans', 1, 2)).toMatchObject({ total: 6, hits: [{ member: 'loans/loans.txt' }, { member: 'tape/loans.csv' }] });
  expect(found(catalog, 'loans', 6, 2)).toMatchObject({ total: 6, hits: [] });
});

it('searchCatalog() names what it did not search', () => {
  const catalog = catalogOf(entry({ searched: 'there are too many members for the search' }));
  expect(found(catalog, 'loans')).toMatchObject({ total: 0, not_read: 1, not_searched: [{ path: 'dec.lock.json' }] });
});

it('inOrder() has the newest first, and those without a time last', () => {
  const list = [
    entry({ path: 'none' }),
    entry({ path: 'old', created: '2025-12-01T00:00:00Z' }),
    entry({ path: 'new', created: '2026-01-01T00:00:00Z' }),
  ];
  expect(inOrder(list).map(({ path }) => path)).toEqual(['new', 'old', 'none']);
});

it('evidenceDocument() lists the first of what could not be read, and counts all', () => {
  const notRead = Array.from({ length: 2000 }, (_, index) => ({ path: `${index}`, reason: 'broken' }));
  const document = evidenceDocument({ ...catalogOf(), notRead });
  expect(document['not_read_count']).toBe(2000);
  expect((document['not_read'] as unknown[]).length).toBe(1000);
  expect(document['verified']).toBe(false);
});

it('searchCatalog() finds a document by its id only under the algorithm that is named', () => {
  const catalog = catalogOf(entry({ id: `sha256:${HEX}`, searched: 'its members are not searched' }));
  expect(found(catalog, 'sha256:9a0bcc').hits).toMatchObject([{ as: 'document digest' }]);
  expect(found(catalog, '9a0bcc').hits).toMatchObject([{ as: 'document digest' }]);
  expect(found(catalog, 'blake3:9a0bcc').hits).toEqual([]);
});
