/**
 * The kinds of files that are distinguished: what each is called, its media type, and the ends of names that it may have.
 *
 *     kindOf('csv')                 { id: 'csv', label: 'CSV', media: 'text/csv', extensions: ['csv', 'tsv', 'tab'], family: 'text' }
 *     expectedBy('tape.CSV')        { extension: '.CSV', accepts: … }
 */

/** What a kind also is: an XLSX is a zip archive too, and a CSV is a text. */
export type Family = 'text' | 'zip' | 'ole' | 'binary';

export interface Kind {
  readonly id: string;
  readonly label: string;
  readonly media: string;
  /** Without the dot, in lower case. */
  readonly extensions: readonly string[];
  readonly family: Family;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** For each family: id, label, media type, extensions. */
const ROWS: Readonly<Record<Family, readonly (readonly [string, string, string, string])[]>> = {
  text: [
    ['csv', 'CSV', 'text/csv', 'csv tsv tab'],
    ['json', 'JSON', 'application/json', 'json geojson ipynb webmanifest'],
    ['jsonl', 'JSON Lines', 'application/jsonl', 'jsonl ndjson'],
    ['html', 'HTML page', 'text/html', 'html htm xhtml'],
    ['svg', 'SVG image', 'image/svg+xml', 'svg xml'],
    ['xml', 'XML', 'text/xml', 'xml xsd xsl xslt rss atom kml gpx rdf xhtml xbrl plist svg'],
    ['markdown', 'Markdown', 'text/markdown', 'md markdown'],
    ['yaml', 'YAML', 'application/yaml', 'yaml yml'],
    ['rtf', 'RTF', 'text/rtf', 'rtf'],
    ['pem', 'PEM file', 'application/x-pem-file', 'pem asc csr'],
    ['postscript', 'PostScript', 'application/postscript', 'ps eps'],
    ['text', 'text', 'text/plain', ''],
  ],
  zip: [
    ['xlsx', 'XLSX workbook', `${OFFICE}.spreadsheetml.sheet`, 'xlsx'],
    ['xltx', 'XLTX template', `${OFFICE}.spreadsheetml.template`, 'xltx'],
    ['xlsm', 'XLSM workbook', 'application/vnd.ms-excel.sheet.macroEnabled.12', 'xlsm'],
    ['xltm', 'XLTM template', 'application/vnd.ms-excel.template.macroEnabled.12', 'xltm'],
    ['xlam', 'XLAM add-in', 'application/vnd.ms-excel.addin.macroEnabled.12', 'xlam'],
    ['xlsb', 'XLSB workbook', 'application/vnd.ms-excel.sheet.binary.macroEnabled.12', 'xlsb'],
    ['docx', 'DOCX document', `${OFFICE}.wordprocessingml.document`, 'docx docm dotx dotm'],
    ['pptx', 'PPTX presentation', `${OFFICE}.presentationml.presentation`, 'pptx pptm ppsx ppsm potx potm'],
    ['ods', 'ODS workbook', `${OPEN}.spreadsheet`, 'ods ots'],
    ['odt', 'ODT document', `${OPEN}.text`, 'odt ott'],
    ['odp', 'ODP presentation', `${OPEN}.presentation`, 'odp otp'],
    ['epub', 'EPUB book', 'application/epub+zip', 'epub'],
    ['apk', 'Android package', 'application/vnd.android.package-archive', 'apk'],
    ['jar', 'Java archive', 'application/java-archive', 'jar war ear'],
    ['npz', 'NumPy archive', 'application/x-npz', 'npz'],
    ['zip', 'zip archive', 'application/zip', 'zip whl kmz xpi nupkg vsix ipa usdz 3mf jar'],
  ],
  ole: [
    ['xls', 'XLS workbook', 'application/vnd.ms-excel', 'xls xlt'],
    ['doc', 'DOC document', 'application/msword', 'doc'],
    ['ppt', 'PPT presentation', 'application/vnd.ms-powerpoint', 'ppt pps'],
    ['msg', 'Outlook message', 'application/vnd.ms-outlook', 'oft'],
    ['encrypted-office', 'encrypted Office document', 'application/encrypted', 'xlsx xlsm xlsb docx docm pptx pptm'],
    ['ole', 'compound file', 'application/x-ole-storage', 'msi msp mpp vsd'],
  ],
  binary: [
    ['empty', 'empty file', 'inode/x-empty', ''],
    ['unknown', 'unknown', 'application/octet-stream', ''],
    ['pdf', 'PDF', 'application/pdf', 'pdf'],
    ['gzip', 'gzip', 'application/gzip', 'gz tgz gzip svgz emz rds rda rdata'],
    ['bzip2', 'bzip2', 'application/x-bzip2', 'bz2 tbz tbz2 rds rda rdata'],
    ['xz', 'xz', 'application/x-xz', 'xz txz rds rda rdata'],
    ['zstd', 'Zstandard', 'application/zstd', 'zst zstd tzst'],
    ['lz4', 'LZ4', 'application/x-lz4', 'lz4'],
    ['compress', 'compress', 'application/x-compress', 'taz'],
    ['snappy', 'Snappy', 'application/x-snappy-framed', 'snappy'],
    ['lzip', 'lzip', 'application/lzip', ''],
    ['7z', '7z archive', 'application/x-7z-compressed', '7z'],
    ['rar', 'RAR archive', 'application/x-rar', 'rar cbr'],
    ['tar', 'tar archive', 'application/x-tar', 'tar'],
    ['ar', 'ar archive', 'application/x-archive', ''],
    ['deb', 'Debian package', 'application/vnd.debian.binary-package', 'deb udeb'],
    ['rpm', 'RPM package', 'application/x-rpm', 'rpm'],
    ['cab', 'cabinet', 'application/vnd.ms-cab-compressed', 'cab'],
    ['iso', 'ISO 9660 image', 'application/x-iso9660-image', 'iso'],
    ['parquet', 'Parquet', 'application/vnd.apache.parquet', 'parquet parq pq'],
    ['arrow', 'Arrow', 'application/vnd.apache.arrow.file', 'arrow feather ipc'],
    ['feather', 'Feather 1', 'application/x-feather', 'feather'],
    ['orc', 'ORC', 'application/vnd.apache.orc', 'orc'],
    ['avro', 'Avro', 'application/vnd.apache.avro', 'avro'],
    ['sqlite', 'SQLite', 'application/vnd.sqlite3', 'sqlite sqlite3 db3 gpkg mbtiles'],
    ['duckdb', 'DuckDB', 'application/vnd.duckdb', 'duckdb ddb'],
    ['hdf5', 'HDF5', 'application/x-hdf5', 'h5 hdf5 hdf he5 nc nc4 keras'],
    ['netcdf', 'NetCDF', 'application/x-netcdf', 'nc cdf'],
    ['grib', 'GRIB', 'application/x-grib', 'grib grb grib2 grb2'],
    ['fits', 'FITS', 'application/fits', 'fits'],
    ['matlab', 'MATLAB 5', 'application/x-matlab-data', ''],
    ['npy', 'NumPy array', 'application/x-npy', 'npy'],
    ['pickle', 'Python pickle', 'application/x-pickle', 'pkl pickle'],
    ['safetensors', 'safetensors', 'application/x-safetensors', 'safetensors'],
    ['gguf', 'GGUF', 'application/x-gguf', 'gguf'],
    ['sas7bdat', 'SAS table', 'application/x-sas-data', 'sas7bdat'],
    ['xpt', 'SAS transport file', 'application/x-sas-xport', 'xpt xport'],
    ['stata', 'Stata table', 'application/x-stata-dta', 'dta'],
    ['spss', 'SPSS table', 'application/x-spss-sav', 'zsav'],
    ['rdata', 'R data', 'application/x-r-data', 'rds rda rdata'],
    ['shapefile', 'ESRI shapefile', 'application/vnd.shp', 'shp shx'],
    ['png', 'PNG image', 'image/png', 'png apng'],
    ['jpeg', 'JPEG image', 'image/jpeg', 'jpg jpeg jpe jfif'],
    ['jp2', 'JPEG 2000 image', 'image/jp2', 'jp2 j2k jpx'],
    ['gif', 'GIF image', 'image/gif', 'gif'],
    ['webp', 'WebP image', 'image/webp', 'webp'],
    ['tiff', 'TIFF image', 'image/tiff', 'tif tiff dng'],
    ['bmp', 'BMP image', 'image/bmp', 'bmp dib'],
    ['ico', 'icon', 'image/vnd.microsoft.icon', 'ico'],
    ['heif', 'HEIF image', 'image/heif', 'heic heif hif'],
    ['avif', 'AVIF image', 'image/avif', 'avif'],
    ['psd', 'Photoshop image', 'image/vnd.adobe.photoshop', 'psd psb'],
    ['djvu', 'DjVu', 'image/vnd.djvu', 'djvu djv'],
    ['mp3', 'MP3 audio', 'audio/mpeg', 'mp3'],
    ['wav', 'WAV audio', 'audio/x-wav', 'wav'],
    ['aiff', 'AIFF audio', 'audio/x-aiff', 'aif aiff aifc'],
    ['ogg', 'Ogg', 'application/ogg', 'ogg oga ogv opus spx'],
    ['flac', 'FLAC audio', 'audio/flac', 'flac'],
    ['midi', 'MIDI', 'audio/midi', 'mid midi'],
    ['m4a', 'M4A audio', 'audio/x-m4a', 'm4a m4b'],
    ['mp4', 'MP4 video', 'video/mp4', 'mp4 m4v m4a 3gp 3g2'],
    ['quicktime', 'QuickTime video', 'video/quicktime', 'mov qt'],
    ['matroska', 'Matroska video', 'video/x-matroska', 'mkv mka mks mk3d'],
    ['webm', 'WebM video', 'video/webm', 'webm'],
    ['avi', 'AVI video', 'video/x-msvideo', 'avi'],
    ['elf', 'ELF program', 'application/x-executable', 'so elf'],
    ['mach-o', 'Mach-O program', 'application/x-mach-binary', 'dylib'],
    ['pe', 'Windows program', 'application/vnd.microsoft.portable-executable', 'exe dll ocx scr efi mui pyd'],
    ['dos', 'DOS program', 'application/x-dosexec', 'exe'],
    ['wasm', 'WebAssembly', 'application/wasm', 'wasm'],
    ['class', 'Java class', 'application/x-java-applet', 'class'],
    ['pcap', 'packet capture', 'application/vnd.tcpdump.pcap', 'pcap pcapng'],
    ['ttf', 'TrueType font', 'font/sfnt', 'ttf ttc otf'],
    ['otf', 'OpenType font', 'font/otf', 'otf'],
    ['woff', 'WOFF font', 'font/woff', 'woff'],
    ['woff2', 'WOFF2 font', 'font/woff2', 'woff2'],
  ],
};

const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(ROWS).flatMap(([family, rows]) =>
    rows.map(([id, label, media, extensions]) => {
      const kind: Kind = { id, label, media, extensions: extensions === '' ? [] : extensions.split(' '), family: family as Family };
      return [id, kind] as const;
    }),
  ),
);

export const KIND_IDS: readonly string[] = [...KINDS.keys()];

export function kindOf(id: string): Kind {
  const kind = KINDS.get(id);
  if (kind === undefined) throw new Error(`no kind ${id}`);
  return kind;
}

/** The kinds that a name with this extension may have; empty for an extension that states nothing. */
export function kindsWith(extension: string): readonly Kind[] {
  return [...KINDS.values()].filter(({ extensions }) => extensions.includes(extension));
}
