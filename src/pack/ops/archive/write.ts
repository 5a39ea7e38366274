/**
 * Writes an archive completely or not at all: `.tar` or `.tar.zst`, depending on its name. An existing file is replaced, as with
 * `--output`.
 *
 *     writeArchive({ given: 'dec.tar.zst', path: '/data/dec.tar.zst' }, { sync: true }, (tar) => tar.startFile('manifest.json', 812))
 */
import { basename } from 'node:path';
import { type TarWriter, tarWriter } from '#codecs/tar/write';
import { ZstdUnavailable, zstdSink } from '#codecs/zstd/zstd';
import type { ByteSink } from '#core/ports';
import type { Refusal } from '#core/refusal';
import { writeRemedy } from '#core/write-remedy';
import { errorCode, osText } from '#disk/os-error';
import { requireReplaceable, writeWhole } from '#disk/write/whole-file';
import { throwIfInterrupted } from '#threads/notice-interrupts';
import { cannotAccess } from '../../refusals.ts';
import type { PackTarget } from '../target.ts';

const EXTENSIONS = ['.tar.zst', '.tar'] as const;

/** Returns null if the name has neither extension. */
export function archiveExtension(name: string): (typeof EXTENSIONS)[number] | null {
  return EXTENSIONS.find((extension) => name.endsWith(extension) && basename(name) !== extension) ?? null;
}

/** Refuses an archive that cannot be written, before any work is done. */
export function requireWritableArchive({ given, path }: PackTarget): void {
  try {
    requireReplaceable(path);
  } catch (error) {
    throw unwritable(given, error);
  }
}

export function writeArchive<T>(archive: PackTarget, options: { sync: boolean }, fill: (tar: TarWriter) => T): T {
  const { given, path } = archive;
  const isPlain = archiveExtension(path) === '.tar';
  try {
    const content = (write: ByteSink['write']): T => (isPlain ? fillPlain({ write }, fill) : fillCompressed({ write }, given, fill));
    return writeWhole(path, content, { sync: options.sync, beforeRename: throwIfInterrupted });
  } catch (error) {
    throw errorCode(error) === undefined ? error : unwritable(given, error);
  }
}

function fillPlain<T>(file: ByteSink, fill: (tar: TarWriter) => T): T {
  const tar = tarWriter(file);
  const result = fill(tar);
  tar.finish();
  return result;
}

function fillCompressed<T>(file: ByteSink, given: string, fill: (tar: TarWriter) => T): T {
  try {
    const sink = zstdSink(file);
    const result = fillPlain(sink, fill);
    sink.finish();
    return result;
  } catch (error) {
    throw error instanceof ZstdUnavailable ? unwritable(given, new Error(`${error.message}; a .tar needs none`)) : error;
  }
}

function unwritable(given: string, error: unknown): Refusal {
  const text = osText(error);
  return cannotAccess(`Cannot write archive: ${given}: ${text}`, given, text, writeRemedy(given, errorCode(error)));
}
