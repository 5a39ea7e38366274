import { describe, expect, it } from 'vitest';
import { classOf, Forbidden } from './next-class.ts';

describe('classOf()', () => {
  const asked = 'pack verify p --output p/report.json';

  it.each([
    ['ls -la data', 'looks'],
    [`ls -la 'it'"'"'s'`, 'looks'],
    ['pack verify p', 'looks'],
    ['pack verify --output=p/report.json p', 'repeats'],
    ['pack verify p --output=new.json', 'writes new'],
    ['vacuum data | hashbytes | lock', 'looks'],
    ['vacuum data | hashbytes | lock --output d.json', 'writes new'],
    ['custody stack artifact put --help', 'looks'],
    ['mkdir -p new', 'writes new'],
  ])('tells what %s does', (command, found) => expect(classOf(command, asked)).toBe(found));

  it.each([
    'rm -rf p',
    'lock --scan data --output p',
    'cat p > q',
    'ls p; rm p',
    'ls $(rm p)',
    'lock --scan data --output d.json --force',
    'pack push p --store oci://h/x --plain-http',
    'pack verify p --max-size 9',
    'fingerprint --definitions a.fp.yaml --fp a.v1',
    'custody chain update a',
    'custody chain lock a',
    'custody chain sign a',
    'custody chain run a --unlocked',
    'custody chain trust add k.pem',
    'custody stack vc keygen --out k',
    'custody replay verify x --write-expected',
  ])('forbids %s', (command) => expect(() => classOf(command, asked)).toThrow(Forbidden));
});
