import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const vacuum = fileURLToPath(new URL('../../bin/vacuum', import.meta.url));
const hashbytes = fileURLToPath(new URL('../../bin/hashbytes', import.meta.url));
const isRoot = process.getuid?.() === 0;
/** Root reads everything; these words take that power away. */
const withoutPower = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
const canLosePower = !isRoot || spawnSync('setpriv', ['--version']).status === 0;

let root = '';

beforeEach(() => {
  root = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'forbidden-'));
});

afterEach(() => {
  execFileSync('chmod', ['-R', 'u+rwX', root]);
  fs.rmSync(root, { recursive: true });
});

function put(...paths: string[]): void {
  for (const path of paths) {
    fs.mkdirSync(join(root, path, '..'), { recursive: true });
    fs.writeFileSync(join(root, path), 'x');
  }
}

/** The records that the real program prints, run without the power to read what is forbidden. */
function runWithoutPower(
  program: string,
  args: readonly string[],
  input = '',
): { records: Record<string, unknown>[]; exit: number | null } {
  const words = [...withoutPower, process.execPath, program, ...args, '--no-witness'];
  const result = spawnSync(words[0] as string, words.slice(1), { input, encoding: 'utf8' });
  return {
    records: result.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    exit: result.status,
  };
}

describe.skipIf(!canLosePower)('vacuum and hash without the power to read', () => {
  test('an unreadable directory is one skipped record, in its place', () => {
    put('a-b', 'a/1', 'a/2', 'a0');
    fs.chmodSync(join(root, 'a'), 0o000);
    const { records, exit } = runWithoutPower(vacuum, [root]);
    expect(exit).toBe(0);
    expect(records.map((record) => [record['relative_path'], record['_skipped'] ?? false])).toEqual([
      ['a', true],
      ['a-b', false],
      ['a0', false],
    ]);
    expect(records[0]).toMatchObject({
      path: `${root}/a`,
      size: null,
      mtime: null,
      _warnings: [
        {
          tool: 'vacuum',
          code: 'E_IO',
          message: `Cannot read directory entry: IO error for operation on a: Permission denied`,
          detail: { error: `IO error for operation on a: Permission denied` },
        },
      ],
    });
  });

  test('a file in a directory that may be listed but not entered has no metadata', () => {
    put('a/1.csv');
    fs.chmodSync(join(root, 'a'), 0o400);
    expect(runWithoutPower(vacuum, [root]).records).toMatchObject([
      {
        relative_path: 'a/1.csv',
        size: null,
        extension: '.csv',
        mime_guess: 'text/csv',
        _skipped: true,
        _warnings: [
          { tool: 'vacuum', code: 'E_IO', message: 'Cannot read file metadata: Permission denied', detail: { error: 'Permission denied' } },
        ],
      },
    ]);
  });

  test('a root that may not be listed is refused', () => {
    fs.chmodSync(root, 0o000);
    const detail = { root, error: 'Permission denied' };
    const { records, exit } = runWithoutPower(vacuum, [root]);
    expect(exit).toBe(2);
    expect(records).toMatchObject([
      { refusal: { code: 'E_ROOT_PERMISSION', message: 'Cannot read root directory', detail, next_command: `ls -ld '${root}'` } },
    ]);
    const below = join(root, 'below');
    expect(runWithoutPower(vacuum, [below]).records).toMatchObject([{ refusal: { code: 'E_ROOT_PERMISSION', detail: { root: below } } }]);
  });

  test('a file that may not be read is scanned, and skipped by hash', () => {
    put('closed', 'open');
    fs.chmodSync(join(root, 'closed'), 0o000);
    const scan = runWithoutPower(vacuum, [root]);
    expect(scan.records.map((record) => record['size'])).toEqual([1, 1]);
    const { records, exit } = runWithoutPower(hashbytes, [], scan.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(exit).toBe(1);
    expect(records).toMatchObject([
      {
        bytes_hash: null,
        _skipped: true,
        _warnings: [{ tool: 'hash', code: 'E_IO', message: 'Cannot read file', detail: { path: 'closed', error: 'Permission denied' } }],
      },
      { hash_algorithm: 'sha256' },
    ]);
  });

  test('a hash input that may not be read is refused', () => {
    const file = join(root, 'scan.jsonl');
    fs.writeFileSync(file, '', { mode: 0o000 });
    const { records, exit } = runWithoutPower(hashbytes, [file]);
    expect(exit).toBe(2);
    expect(records).toMatchObject([{ refusal: { code: 'E_IO', detail: { error: 'Permission denied' } } }]);
  });
});
