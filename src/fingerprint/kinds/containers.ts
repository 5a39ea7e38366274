/**
 * Tells what a zip archive or a compound file is by what is in it: a workbook is a zip archive with certain entries.
 *
 *     zipKind({ names: ['[Content_Types].xml', 'xl/workbook.xml'], types: '…sheet.main+xml…', mimetype: '' })     'xlsx'
 *     oleKind(['Root Entry', 'Workbook'])                                                                        'xls'
 */
export interface ZipContent {
  readonly names: readonly string[];
  /** The text of `[Content_Types].xml`; empty if there is none. */
  readonly types: string;
  /** The text of `mimetype`; empty if there is none. */
  readonly mimetype: string;
}

/** By the content type of the main part. */
const BY_TYPE: readonly (readonly [string, string])[] = [
  ['spreadsheetml.sheet.main+xml', 'xlsx'],
  ['ms-excel.sheet.macroEnabled.main+xml', 'xlsm'],
  ['ms-excel.sheet.binary.macroEnabled.main', 'xlsb'],
  ['spreadsheetml.template.main+xml', 'xltx'],
  ['ms-excel.template.macroEnabled.main+xml', 'xltm'],
  ['ms-excel.addin.macroEnabled.main+xml', 'xlam'],
  ['wordprocessingml.document.main+xml', 'docx'],
  ['wordprocessingml.template.main+xml', 'docx'],
  ['ms-word.document.macroEnabled.main+xml', 'docx'],
  ['ms-word.template.macroEnabledTemplate.main+xml', 'docx'],
  ['presentationml.presentation.main+xml', 'pptx'],
  ['presentationml.slideshow.main+xml', 'pptx'],
  ['presentationml.template.main+xml', 'pptx'],
  ['ms-powerpoint.presentation.macroEnabled.main+xml', 'pptx'],
  ['ms-powerpoint.slideshow.macroEnabled.main+xml', 'pptx'],
];

const BY_MIMETYPE: Readonly<Record<string, string>> = {
  'application/epub+zip': 'epub',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.presentation-template': 'odp',
};

const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/^xl\/workbook\.xml$/i, 'xlsx'],
  [/^xl\/workbook\.bin$/i, 'xlsb'],
  [/^word\/document\.xml$/i, 'docx'],
  [/^ppt\/presentation\.xml$/i, 'pptx'],
  [/^AndroidManifest\.xml$/, 'apk'],
  [/^META-INF\/MANIFEST\.MF$/, 'jar'],
  [/\.class$/, 'jar'],
];

export function zipKind({ names, types, mimetype }: ZipContent): string {
  const typed = BY_TYPE.find(([type]) => types.toLowerCase().includes(type.toLowerCase()))?.[1] ?? BY_MIMETYPE[mimetype.trim()];
  if (typed !== undefined) return typed;
  // Some programs for Windows write names with backslashes.
  const plain = names.map((name) => name.replaceAll('\\', '/'));
  const named = BY_NAME.find(([pattern]) => plain.some((name) => pattern.test(name)))?.[1];
  if (named !== undefined) return named;
  return plain.length > 0 && plain.every((name) => name.endsWith('.npy')) ? 'npz' : 'zip';
}

const BY_STREAM: readonly (readonly [RegExp, string])[] = [
  [/^EncryptedPackage$/, 'encrypted-office'],
  [/^(Workbook|Book)$/i, 'xls'],
  [/^WordDocument$/, 'doc'],
  [/^PowerPoint Document$/, 'ppt'],
  [/^__properties_version1\.0$/, 'msg'],
];

/** `names` are those of the entries of the directory. */
export function oleKind(names: readonly string[]): string {
  return BY_STREAM.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? 'ole';
}
