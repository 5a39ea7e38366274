/**
 * PDFium, compiled to WebAssembly. It has no file system and no fonts of the machine, so a file reads the same everywhere.
 *
 *     await withEngine((engine) => engine.api.FPDF_GetPageCount(document))
 *     engine.text((buffer, length) => engine.api.FPDFBookmark_GetTitle(bookmark, buffer, length))
 *
 * An engine serves many files. One that failed, or that a file has made large, is not used again.
 */
import { createRequire } from 'node:module';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { lazy } from '#core/lazy';
import { ParseFailure } from '#core/parsed';
import { readRegularFile } from '#disk/read/regular-file';

const require = createRequire(import.meta.url);
const MAX_PROGRAM_LENGTH = 64 << 20;
/** The memory of an engine never shrinks. */
const MAX_KEPT_SIZE = 64 << 20;
/** The offset of a place for the length that some functions return. */
const OUT_BYTES = 4;
export const UTF16 = new TextDecoder('utf-16le', { ignoreBOM: true });

const compiled = lazy(() => {
  const bytes = readRegularFile(require.resolve('@embedpdf/pdfium/pdfium.wasm'), { maxBytes: MAX_PROGRAM_LENGTH, follow: true });
  return new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
});
let spare: Engine | null = null;

export async function withEngine<T>(act: (engine: Engine) => T): Promise<T> {
  const engine = spare ?? (await newEngine());
  spare = null;
  try {
    const result = act(engine);
    if (engine.size <= MAX_KEPT_SIZE) spare = engine;
    return result;
  } catch (error) {
    if (error instanceof ParseFailure) throw error;
    throw new ParseFailure(`not a readable PDF: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function newEngine(): Promise<Engine> {
  const { init } = await import('@embedpdf/pdfium');
  const silent = (): undefined => undefined;
  const api = await init({
    print: silent,
    printErr: silent,
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(compiled(), imports);
      receive(instance);
      return instance.exports;
    },
  });
  api.PDFiumExt_Init();
  return new Engine(api);
}

export class Engine {
  readonly api: WrappedPdfiumModule;
  readonly #out: number;

  constructor(api: WrappedPdfiumModule) {
    this.api = api;
    this.#out = this.allocate(OUT_BYTES);
  }

  get size(): number {
    return this.#heap.length;
  }

  /** Must be freed. */
  allocate(length: number): number {
    const place = this.api.pdfium.wasmExports.malloc(Math.max(1, length));
    if (place === 0) throw new ParseFailure('it needs more memory than a PDF may have');
    return place;
  }

  free(place: number): void {
    this.api.pdfium.wasmExports.free(place);
  }

  /** Copies bytes to a place that must be freed. */
  put(bytes: Uint8Array): number {
    const place = this.allocate(bytes.length);
    this.#heap.set(bytes, place);
    return place;
  }

  /** For functions that fill a buffer with UTF-16 and a NUL, and return the length in bytes that this needs. */
  text(fill: (buffer: number, length: number) => number): string {
    return UTF16.decode(withoutNul(this.#filled(fill), 2));
  }

  /** The same for text in bytes. */
  bytesText(fill: (buffer: number, length: number) => number): string {
    return Buffer.from(withoutNul(this.#filled(fill), 1)).toString('latin1');
  }

  /** For functions that return the length through a pointer. Null if there is nothing. */
  blob(fill: (buffer: number, length: number, out: number) => boolean): Uint8Array | null {
    if (!fill(0, 0, this.#out)) return null;
    const length = this.api.pdfium.getValue(this.#out, 'i32') >>> 0;
    const buffer = this.allocate(length);
    const isFilled = length === 0 || fill(buffer, length, this.#out);
    const bytes = this.#heap.slice(buffer, buffer + length);
    this.free(buffer);
    return isFilled ? bytes : null;
  }

  /** Whether a function that returns a length through a pointer finds anything. */
  has(ask: (out: number) => boolean): boolean {
    return ask(this.#out);
  }

  #filled(fill: (buffer: number, length: number) => number): Uint8Array {
    const length = fill(0, 0);
    if (length <= 0) return new Uint8Array(0);
    const buffer = this.allocate(length);
    fill(buffer, length);
    const bytes = this.#heap.slice(buffer, buffer + length);
    this.free(buffer);
    return bytes;
  }

  /** It is another array after the memory has grown. */
  get #heap(): Uint8Array {
    return this.api.pdfium.HEAPU8;
  }
}

function withoutNul(bytes: Uint8Array, width: number): Uint8Array {
  return bytes.subarray(0, Math.max(0, bytes.length - width));
}
