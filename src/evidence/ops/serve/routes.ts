/**
 * The paths of the server.
 *
 *     /                                   the page
 *     /api/evidence[?refresh=1]           serve-evidence.v0: what there is
 *     /api/search?text=T[&from=N][&count=N]     serve-search.v0
 *     /api/diff?old=PATH&new=PATH         lock-diff.v0 or pack.diff.v0
 *     /api/files?path=PATH                the bytes of an entry, for the page
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatSpine } from '#core/json/write';
import { CHANGED, UnusableFile } from '#disk/os-error';
import { listed } from '../../serve/catalog.ts';
import type { CurrentList } from './current-list.ts';
import { type Answer, type AnswerTo, jsonAnswer, NOT_FOUND, textAnswer } from './http-server.ts';
import { SCRIPT_PATH, type ServedPage } from './page.ts';
import type { ServedFile, ServedFiles } from './source.ts';

const MAX_TEXT = 1000;
const MAX_COUNT = 1000;
const COUNT = 100;
/** How many readings, comparisons and answers with files run at the same time: each may take a lot of memory. */
const MAX_LONG = 4;

/** The parameters that each path accepts. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  [SCRIPT_PATH]: [],
  '/api/evidence': ['refresh'],
  '/api/search': ['text', 'from', 'count'],
  '/api/diff': ['old', 'new'],
  '/api/files': ['path'],
};

const NEEDED: Readonly<Record<string, readonly string[]>> = { '/api/diff': ['old', 'new'], '/api/files': ['path'] };

export function routes(served: CurrentList, { html, script, policy }: ServedPage): AnswerTo {
  const long = limited(MAX_LONG);
  return async (path, query) => {
    const taken = TAKEN[path];
    if (taken === undefined) return NOT_FOUND;
    const names = [...query.keys()];
    if (names.some((name, index) => !taken.includes(name) || names.indexOf(name) !== index))
      return textAnswer(400, `${path} takes ${taken.join(', ') || 'nothing'}, each once`);
    const missing = NEEDED[path]?.find((name) => !names.includes(name));
    if (missing !== undefined) return textAnswer(400, `${path} needs ${missing}`);
    switch (path) {
      case '/':
        return { type: 'text/html; charset=utf-8', headers: { 'content-security-policy': policy }, body: html };
      case SCRIPT_PATH:
        return { type: 'text/javascript; charset=utf-8', body: script };
      case '/api/evidence':
        if (query.get('refresh') !== null) await long(() => served.read());
        return jsonAnswer(served.evidence());
      case '/api/search':
        return search(served, query);
      case '/api/diff': {
        const [old, now] = [query.get('old') ?? '', query.get('new') ?? ''];
        const difference = await long(async () => served.diff(old, now));
        return difference === null ? NOT_LISTED : jsonAnswer(difference);
      }
      default: {
        const files = await long(async () => served.files(query.get('path') ?? ''));
        return files === null ? NOT_LISTED : filesAnswer(files);
      }
    }
  };
}

const NOT_LISTED = textAnswer(404, 'the list has no such entry');

function search(served: CurrentList, query: URLSearchParams): Answer {
  const text = query.get('text') ?? '';
  if (text === '' || text.length > MAX_TEXT || text.includes('\0')) return textAnswer(400, `text needs 1 to ${MAX_TEXT} characters`);
  const [from, count] = [wholeNumber(query.get('from'), 0), wholeNumber(query.get('count'), COUNT)];
  if (from === null || count === null || count > MAX_COUNT)
    return textAnswer(400, `from and count need whole numbers, count at most ${MAX_COUNT}`);
  return jsonAnswer(served.search({ text, from, count }));
}

function wholeNumber(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** A line of JSON that names the files, and then their bytes, one after the other. */
function filesAnswer({ files, leftOut, close }: ServedFiles): Answer {
  const head = encodeUtf8(
    `${formatSpine({
      version: 'serve-files.v0',
      verified: false,
      files: files.map(({ path, size }) => ({ path, size })),
      left_out: listed(leftOut),
      left_out_count: leftOut.length,
    })}\n`,
  );
  const length = files.reduce((sum, { size }) => sum + size, head.length);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield head;
    for (const file of files) yield* bytesOf(file);
  }
  return { type: 'application/octet-stream', body: { length, pieces, close } };
}

const PIECE = 1 << 18;

function* bytesOf({ open, size }: ServedFile): Generator<Uint8Array> {
  const file = open();
  try {
    const { source, isWhole } = file.read();
    let count = 0;
    for (;;) {
      const piece = new Uint8Array(PIECE);
      const read = source.read(piece);
      if (read === 0) break;
      count += read;
      if (count > size) break;
      yield piece.subarray(0, read);
    }
    if (count !== size || !isWhole()) throw new UnusableFile(CHANGED);
  } finally {
    file.close();
  }
}

/** Runs at most `most` tasks at the same time; the others wait. */
function limited(most: number): <T>(act: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
