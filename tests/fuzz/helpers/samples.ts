/** Texts as the tools write them, to be damaged by `mutated`. */
import { encodeUtf8 } from '#core/bytes/utf8';

const HEX = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const LINES: readonly string[] = [
  `{"version":"vacuum.v0","path":"/d/tape.csv","relative_path":"tape.csv","root":"/d","size":847201,"mtime":"2026-01-02T03:04:05.678Z","extension":".csv","mime_guess":"text/csv","tool_versions":{"vacuum":"0.1.0"}}`,
  `{"bytes_hash":"sha256:${HEX}","extension":".csv","hash_algorithm":"sha256","mime_guess":"text/csv","mtime":"2026-01-02T03:04:05.678Z","path":"/d/tape.csv","relative_path":"tape.csv","root":"/d","size":847201,"tool_versions":{"hash":"0.1.0","vacuum":"0.1.0"},"version":"hash.v0"}`,
  `{"bytes_hash":"blake3:${HEX}","extension":null,"hash_algorithm":"blake3","mime_guess":null,"mtime":"2026-01-02T03:04:05.678Z","path":"/d/r\u{e9}sum\u{e9} \\"1\\".txt","relative_path":"r\u{e9}sum\u{e9} \\"1\\".txt","root":"/d","size":0,"tool_versions":{"hash":"0.1.0","vacuum":"0.1.0"},"version":"hash.v0"}`,
  `{"bytes_hash":"sha256:${HEX}","fingerprint":{"assertions":[{"name":"a","passed":true}],"content_hash":null,"fingerprint_id":"csv.v0","fingerprint_version":"0.1.0","matched":false},"path":"/d/a/b.csv","relative_path":"a/b.csv","root":"/d","size":18446744073709551615,"tool_versions":{"fingerprint":"0.1.0","hash":"0.1.0","vacuum":"0.1.0"},"version":"fingerprint.v0"}`,
  `{"_skipped":true,"_warnings":[{"code":"E_IO","detail":{"error":"Permission denied","path":"/d/x"},"message":"Cannot read file","tool":"hash"}],"bytes_hash":null,"path":"/d/x","relative_path":"x","root":"/d","size":3,"tool_versions":{"hash":"0.1.0","vacuum":"0.1.0"},"version":"hash.v0"}`,
];

export const LOCKFILE = `{"as_of":null,"created":"2026-01-15T10:30:00Z","dataset_id":"d\\u001fc","lock_hash":"sha256:${HEX}","member_count":2,"members":[{"bytes_hash":"sha256:${HEX}","fingerprint":null,"path":"a\\n.csv","size":1},{"bytes_hash":"blake3:${HEX}","fingerprint":{"content_hash":null,"fingerprint_id":"csv.v0","fingerprint_version":"0.1.0","matched":true},"path":"\u{e9}.csv","size":847201}],"note":"1.0","profiles":[],"skipped":[{"path":"x","warnings":[{"code":"E","detail":{"n":1.5},"message":"m","tool":"hash"}]}],"skipped_count":1,"tool_versions":{"lock":"0.1.0"},"version":"lock.v0"}`;

export const SAMPLES: readonly Uint8Array[] = [...LINES, LOCKFILE].map(encodeUtf8);
