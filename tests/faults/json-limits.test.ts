/** M7: JSON of millions of values in a few bytes is refused at every door, in a program that has little memory. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trials } from '../helpers/trials.ts';
import { isLinux, scratchFolder, sh } from './program.ts';

const folder = scratchFolder();
const little = { NODE_OPTIONS: '--max-old-space-size=384' };
/** Three bytes of text become 236 in memory: more than there is. */
const dense = `[${'{},'.repeat(1_900_000)}{}]`;
/** The limit counts them likewise, and is reached sooner: for a door behind which the reader is the one of another. */
const flat = trials(`[${'0,'.repeat(1_900_000)}0]`, dense);
const HEX = 'ab'.repeat(32);

beforeAll(() => {
  const write = (path: string, text: string): void => {
    fs.mkdirSync(join(folder, path, '..'), { recursive: true });
    fs.writeFileSync(join(folder, path), text);
  };
  const manifestOf = (members: string): string =>
    `{"created":"","member_count":0,"members":${members},"pack_id":"","tool_version":"","version":"pack.v0"}`;
  write('pack/manifest.json', manifestOf(dense));
  write('other/manifest.json', manifestOf(flat));
  write(`store/packs/${HEX}.json`, manifestOf(flat));
  write('nested/in/manifest.json', `{"members":${dense},"pack_id":"sha256:${HEX}","version":"pack.v0"}`);
  write('d.lock.json', `{"members":[],"more":${dense},"version":"lock.v0"}`);
  write('list.lock.json', flat);
  write('member.lock.json', `{"members":[{"bytes_hash":"sha256:${HEX}","more":${dense},"path":"a","size":1}],"version":"lock.v0"}`);
  write('ledger.jsonl', `{"id":"x","more":${dense},"version":"witness.v0"}\n`);
  write('records.jsonl', `{"path":"a","more":${flat},"version":"vacuum.v0"}\n`);
  write('bundle/snapshot.json', `{"more":${dense}}`);
  write('credential.json', `{"more":${flat}}`);
  write('tool.lock.json', `{"more":${flat}}`);
  write('stack.lock', `{"more":${flat}}`);
  expect(sh(folder, 'tar -C other -cf pack.tar manifest.json && pack seal nested/in --output sealed')).toMatchObject({ exit: 0 });
});

describe.skipIf(!isLinux)('two million values', () => {
  it.each<[string, string, string]>([
    ['pack verify pack', 'E_BAD_PACK', 'Invalid manifest.json: more than 1048576 values'],
    ['pack verify pack.tar', 'E_BAD_PACK', 'Invalid manifest.json: more than 1048576 values'],
    // They read a manifest as verify does.
    ...trials(
      [],
      ['pack diff pack pack', 'pack export pack --archive new.tar', 'pack import pack.tar', 'pack push pack --store file:other'],
    ).map((line) => [line, 'E_BAD_PACK', 'more than 1048576 values'] as [string, string, string]),
    [`pack pull sha256:${HEX} --store file:store`, 'E_BAD_PACK', 'more than 1048576 values'],
    ['pack verify sealed --deep', 'E_IO', 'more than 1048576 values'],
    ['lock verify d.lock.json', 'E_IO', 'more than 1048576 values'],
    ['lock verify list.lock.json', 'E_IO', 'more than 1048576 values'],
    ['lock verify member.lock.json', 'E_IO', 'more than 1048576 values'],
    ['hashbytes records.jsonl', 'E_BAD_INPUT', 'more than 1048576 values'],
    ['custody stack vc verify credential.json', 'E_BAD_CREDENTIAL', 'more than 1048576 values'],
    ['custody stack diff stack.lock stack.lock', 'E_BAD_LOCK', 'more than 1048576 values'],
    ['custody chain diff tool.lock.json tool.lock.json', 'E_BAD_LOCK', 'more than 1048576 values'],
  ])('%s', (line, code, words) => {
    const { exit, out, err } = sh(folder, `${line} --no-witness`, little);
    expect([exit, err.includes('FATAL'), out]).toEqual([2, false, expect.stringContaining(`"${code}"`)]);
    expect(out).toContain(words);
  });

  it('are an unreadable line of a ledger', () => {
    const { exit, out } = sh(folder, 'custody witness verify --json', { ...little, EPISTEMIC_WITNESS: join(folder, 'ledger.jsonl') });
    expect([exit, out]).toEqual([1, expect.stringContaining('more than 1048576 values')]);
  });

  it('are a bundle that is refused', () => {
    const { exit, out, err } = sh(folder, 'custody replay verify --bundle bundle --no-witness', little);
    expect([exit, err.includes('FATAL'), out]).toEqual([expect.any(Number), false, expect.stringContaining('more than 1048576 values')]);
  });
});
