/**
 * The names in the directory of a compound file (OLE), for telling what it is: `Workbook`, `WordDocument`.
 *
 *     oleNames((at, length) => readPart(fd, at, length))      ['Root Entry', 'Workbook', '\u0005SummaryInformation', …]
 *
 * The directory is a chain of sectors, linked by a table whose own sectors are listed in the header.
 */
type ReadAt = (at: number, length: number) => Uint8Array;

/** The header lists this many sectors of the table; longer files have more elsewhere, but their directory begins early. */
const LISTED = 109;
const ENTRY = 128;
/** Also ends a chain that is a circle. */
const MAX_SECTORS = 256;

/** As many as can be found: a damaged file gives fewer. */
export function oleNames(readAt: ReadAt): readonly string[] {
  const header = view(readAt(0, 512));
  if (header.byteLength < 512) return [];
  const shift = header.getUint16(30, true);
  if (shift !== 9 && shift !== 12) return [];
  const sectorSize = 1 << shift;
  const sectorAt = (sector: number): number => (sector + 1) * sectorSize;
  const next = (sector: number): number => {
    const listed = Math.floor(sector / (sectorSize / 4));
    if (listed >= LISTED) return END;
    const place = sectorAt(header.getUint32(76 + 4 * listed, true)) + 4 * (sector % (sectorSize / 4));
    const link = view(readAt(place, 4));
    return link.byteLength === 4 ? link.getUint32(0, true) : END;
  };
  const names: string[] = [];
  let sector = header.getUint32(48, true);
  for (let count = 0; count < MAX_SECTORS && sector < LAST_SECTOR; count++) {
    const entries = readAt(sectorAt(sector), sectorSize);
    for (let at = 0; at + ENTRY <= entries.length; at += ENTRY) {
      const name = nameOf(entries.subarray(at, at + ENTRY));
      if (name !== '') names.push(name);
    }
    sector = next(sector);
  }
  return names;
}

const END = 0xfffffffe;
const LAST_SECTOR = 0xfffffffa;

/** A name of at most 31 units of UTF-16; its length in bytes includes the NUL at its end. */
function nameOf(entry: Uint8Array): string {
  const length = view(entry).getUint16(64, true);
  const isUsed = entry[66] !== 0 && length >= 2 && length <= 64;
  return isUsed ? Buffer.from(entry.subarray(0, length - 2)).toString('utf16le') : '';
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
