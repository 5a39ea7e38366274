/**
 * The evidence that was found when it was last read, as the routes ask for it: the list, and each of its entries. It is read again on
 * request, by one reader at a time.
 *
 *     const served = openCurrentList({ given: 'evidence', path: '/srv/evidence' }, asked);
 *     await served.read();
 *     served.search({ text: 'loans', from: 0, count: 100 })
 */
import type { JsonObject } from '#core/json/value';
import { maskedUrl } from '#core/masked-url';
import { isUrl } from '#core/shell-words';
import { errorCode, osText } from '#disk/os-error';
import type { Place } from '../../contract.ts';
import { cannotRead, notRecognised } from '../../refusals.ts';
import { type Catalog, evidenceDocument, inOrder } from '../../serve/catalog.ts';
import { type SearchQuestion, searchCatalog } from '../../serve/search.ts';
import type { Asked } from '../asked.ts';
import { withNamedStore } from '../store.ts';
import { isStoreUrl } from '../store-url.ts';
import { diffEntries, type Side } from './diff.ts';
import { openFolderSource } from './folder.ts';
import { type EvidenceSource, Listing, type ServedFiles } from './source.ts';
import { storeSource } from './store.ts';

export interface CurrentList {
  /** Reads everything again; a second request waits for the same reading. Throws `Refusal`. */
  read(): Promise<void>;
  evidence(): JsonObject;
  search(question: SearchQuestion): JsonObject;
  /** Null if one of the paths is not in the list. */
  diff(old: string, now: string): Promise<JsonObject> | null;
  files(path: string): Promise<ServedFiles> | null;
  close(): void;
}

/** Throws `Refusal` if the place is no folder. */
export function openCurrentList(place: Place, asked: Asked): CurrentList {
  const served = maskedUrl(place.given);
  if (isUrl(place.given) && !isStoreUrl(place.given)) throw notRecognised(served);
  const source = isStoreUrl(place.given) ? namedStore(place, asked) : openFolderSource(place, asked);
  let catalog: Catalog = { served, entries: [], notRead: [], passedOver: [], unknown: 0 };
  let listing = new Listing();
  let reading: Promise<void> | null = null;
  const readNow = async (): Promise<void> => {
    const fresh = new Listing();
    await source.read(fresh);
    const { notRead, passedOver, unknown } = fresh;
    listing = fresh;
    catalog = { served, entries: inOrder(fresh.entries), notRead, passedOver, unknown };
  };
  const sideOf = (path: string): Side | null => {
    const access = listing.access.get(path);
    const entry = listing.entries.find((each) => each.path === path);
    return access === undefined || entry === undefined ? null : { entry, access };
  };
  return {
    read() {
      reading ??= readNow().finally(() => {
        reading = null;
      });
      return reading;
    },
    evidence: () => evidenceDocument(catalog),
    search: (question) => searchCatalog(catalog, question),
    diff(old, now) {
      const [before, after] = [sideOf(old), sideOf(now)];
      return before === null || after === null ? null : refusing(now, () => diffEntries(before, after));
    },
    files(path) {
      const access = listing.access.get(path);
      return access === undefined ? null : refusing(path, access.files);
    },
    close: source.close,
  };
}

/** Makes a refusal of a system error: what was listed may be gone by now, or be something else. */
async function refusing<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(path, osText(error));
  }
}

function namedStore(place: Place, asked: Asked): EvidenceSource {
  return storeSource(maskedUrl(place.given), (use) => withNamedStore(place, asked, 'serve', use), asked);
}
