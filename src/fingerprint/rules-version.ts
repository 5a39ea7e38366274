/**
 * The version of the rules for each format. It is part of the version of every fingerprint, and changes whenever some file of that format
 * might get another verdict or another content hash: a lock that was made by other rules is not judged by these.
 */
import type { Format } from '#core/parsed';

export const RULES_VERSION: Readonly<Record<Format, string>> = {
  csv: '0.3.0',
  json: '0.2.0',
  jsonl: '0.2.0',
  markdown: '0.2.0',
  text: '0.1.0',
  html: '0.4.0',
  xlsx: '0.4.0',
  parquet: '0.4.0',
  pdf: '0.3.0',
};
