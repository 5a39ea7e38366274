import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { askCredentialProgram } from './docker-credential-program.ts';
import { dockerCredential } from './docker-credentials.ts';

const folder = scratchFolder('docker-credentials');

function find(registry: string, config: unknown) {
  const place = mkdtempSync(join(folder, 'config-'));
  writeFileSync(join(place, 'config.json'), JSON.stringify(config));
  return dockerCredential(registry, { env: { DOCKER_CONFIG: place }, home: '/nobody' });
}

const auth = (text: string) => ({ auth: Buffer.from(text).toString('base64') });

it.each(['docker.io', 'index.docker.io', 'registry-1.docker.io'])(
  "dockerCredential() finds what belongs to Docker's own registry for %s",
  async (registry) => {
    const expected = { kind: 'password', username: 'u', password: 'p' };
    expect(await find(registry, { auths: { 'https://index.docker.io/v1/': auth('u:p') } })).toEqual(expected);
    expect(await find(registry, { auths: { 'docker.io': auth('u:p') } })).toEqual(expected);
  },
);

it.each<[string, unknown, unknown]>([
  ['a password with colons', auth('u:p:q'), { kind: 'password', username: 'u', password: 'p:q' }],
  ['an empty password', auth('u:'), { kind: 'password', username: 'u', password: '' }],
  ['user and password', { username: 'u', password: 'p' }, { kind: 'password', username: 'u', password: 'p' }],
  ['a refresh token beside a user', { ...auth('u:'), identitytoken: 't' }, { kind: 'identity', token: 't' }],
  ['an empty entry', {}, undefined],
  ['an entry that is none', 'x', undefined],
])('dockerCredential() reads %s', async (_, entry, expected) =>
  expect(await find('r:5000', { auths: { 'r:5000': entry } })).toEqual(expected),
);

it.each<[string, unknown]>([
  ['another port', { auths: { 'r:5001': auth('u:p') } }],
  ['a host that only begins so', { auths: { 'r:5000.evil.org': auth('u:p') } }],
  ['a path', { auths: { 'r:5000/private': auth('u:p') } }],
  ['no table', {}],
  ['tables that are none', { auths: [], credHelpers: 1, credsStore: {} }],
])('dockerCredential() finds nothing under %s', async (_, config) => expect(await find('r:5000', config)).toBeUndefined());

it('dockerCredential() finds nothing without a file', async () => {
  expect(await dockerCredential('r', { env: {}, home: join(folder, 'nowhere') })).toBeUndefined();
  writeFileSync(join(folder, 'a-file'), '');
  expect(await dockerCredential('r', { env: { DOCKER_CONFIG: join(folder, 'a-file') }, home: '/' })).toBeUndefined();
});

it('dockerCredential() refuses a file that cannot be read', async () => {
  const place = mkdtempSync(join(folder, 'config-'));
  mkdirSync(join(place, 'config.json'));
  await expect(dockerCredential('r', { env: { DOCKER_CONFIG: place }, home: '/' })).toRefuse('E_IO', {}, 'Is a directory');
});

it.each(['exec sleep 60', 'sleep 60 & exit 0', 'trap "" TERM; while :; do sleep 1; done'])(
  'askCredentialProgram() does not wait for %j',
  async (script) => {
    const bin = mkdtempSync(join(folder, 'bin-'));
    writeFileSync(join(bin, 'docker-credential-slow'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, 'docker-credential-slow'), 0o755);
    const env = { PATH: `${bin}:${process.env['PATH']}` };
    await expect(askCredentialProgram('slow', 'r', { env, limitMs: 300 })).toRefuse('E_IO', {}, 'docker-credential-slow');
  },
);

it.each(['', '../x', 'a b', '$(x)'])('askCredentialProgram() runs no program called %j', async (name) => {
  await expect(askCredentialProgram(name, 'r', { env: {} })).toRefuse('E_IO');
});
