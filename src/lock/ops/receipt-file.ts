/**
 * A receipt in its file, beside the lock. It replaces nothing but a receipt, and is not in the folder that was scanned.
 *
 *     const place = openReceipt({ given: 'd.receipt', path: '/out/d.receipt', root: '/data' });       before any work
 *     place.write(head, rows, { sync: true });
 */
import { headCommand, listParentCommand } from '#core/shell-words';
import { writeRemedy } from '#core/write-remedy';
import { errorCode, osText } from '#disk/os-error';
import { isInside } from '#disk/path/real-path';
import { statIfThere } from '#disk/path/stat-if-there';
import { openGivenRegularFile } from '#disk/read/given-file';
import { writeWhole } from '#disk/write/whole-file';
import { emitReceipt, NotAReceipt, type ReceiptHead, type ReceiptRow, readReceipt } from '../receipt/document.ts';
import { cannotAccess, receiptExists, receiptInRoot } from '../refusals.ts';

export interface ReceiptFile {
  /** `given` is the path as it was typed, `path` is the absolute path. */
  readonly given: string;
  readonly path: string;
  /** The absolute path of the folder that is scanned; null for a store. */
  readonly root: string | null;
}

export interface ReceiptPlace {
  write(head: ReceiptHead, rows: Iterable<ReceiptRow>, how: { readonly sync: boolean }): void;
}

export function openReceipt({ given, path, root }: ReceiptFile): ReceiptPlace {
  if (root !== null && isInside(root, path)) throw receiptInRoot(given, root);
  if (statIfThere(path) !== undefined) requireReceipt(given, path);
  return {
    write(head, rows, how) {
      try {
        writeWhole(path, (write) => emitReceipt(head, rows, write), how);
      } catch (error) {
        if (errorCode(error) === undefined) throw error;
        throw cannotAccess(`cannot write receipt — ${osText(error)}`, given, osText(error), writeRemedy(given, errorCode(error)));
      }
    },
  };
}

function requireReceipt(given: string, path: string): void {
  try {
    // A pipe would be waited for.
    const file = openGivenRegularFile(path);
    try {
      readReceipt(file.source);
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof NotAReceipt) && errorCode(error) === undefined) throw error;
    if (error instanceof NotAReceipt) throw receiptExists(given, error.message, headCommand(given));
    throw receiptExists(given, osText(error), listParentCommand(given));
  }
}
