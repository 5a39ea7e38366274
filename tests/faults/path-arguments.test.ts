/** M2: a path argument means what the system means by it; nothing is shortened by its letters, and no byte becomes another character. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ended, isLinux, scratchFolder, sh } from './program.ts';
import { runInProcess } from './run-in-process.ts';

const top = scratchFolder();
let folder = '';
let serial = 0;

/** `here/link` leads to `there/inner`, so `link/..` is `there` and not `here`. */
beforeEach(() => {
  folder = join(top, `${serial++}`);
  for (const name of ['here', 'there/inner']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync('../there/inner', join(folder, 'here/link'));
});

/** Made once, and copied by each test that needs it: a folder, its lock, a pack of it and an archive. */
const MADE = 'cp -r ../../made/. .';
beforeAll(
  () => void sh(top, 'mkdir -p made/d; cd made; echo a > d/a; lock --scan d -o L; pack seal d/a --output p; pack export p --archive p.tar'),
);

/** In this process, unless a shell must make a byte, a folder or a variable of it. */
const run = (line: string): Promise<Ended> => runInProcess(join(folder, 'here'), line);

describe.skipIf(!isLinux)('a path through a link and ..', () => {
  it('is the same folder for lock --scan, lock verify --root and cat', async () => {
    const { exit, out } = await run(
      `mkdir data ../there/data; echo v1 | tee data/t > ../there/data/t; lock --scan data -o d.lock 2>/dev/null
      lock verify d.lock --root link/../data --strict --closed || exit 9
      echo TAMPERED > ../there/data/t; lock verify d.lock --root link/../data --strict --closed --json`,
    );
    expect([exit, out.includes('"HASH_MISMATCH"') || out.includes('"SIZE_MISMATCH"')]).toEqual([1, true]);
    expect(out).toContain(`"root":"${folder}/there/data"`);
  });

  it('names the lockfile that is judged and compared', async () => {
    await run(`${MADE}; echo garbage > ../there/L`);
    expect((await run('lock verify link/../L')).exit).toBe(2);
    expect((await run('lock diff L link/../L')).exit).toBe(2);
    expect((await run('lock diff link/../L L')).exit).toBe(2);
  });

  it('names the pack that is judged, exported, pushed and compared', async () => {
    await run('echo a > a; pack seal a --output p; cp -r p ../there/p; echo b > ../there/p/a');
    expect((await run('pack verify link/../p')).exit).toBe(1);
    expect((await run('pack export link/../p --archive x.tar')).exit).toBe(2);
    expect((await run('pack push link/../p --store file:s')).exit).toBe(2);
    await run('rm ../there/p/manifest.json');
    expect((await run('pack diff p link/../p')).exit).toBe(2);
  });

  it.each([
    ['lock --scan d --output link/../o', 'o'],
    ['lock verify L --output link/../o', 'o'],
    ['lock diff L L --output link/../o', 'o'],
    ['pack seal d --output link/../o', 'o'],
    ['pack export p --archive link/../o.tar', 'o.tar'],
    ['pack import p.tar --output link/../o', 'o'],
    ['pack push p --store file:link/../o', 'o'],
    ['pack verify p --output link/../o', 'o'],
    ['EPISTEMIC_WITNESS=link/../o lock verify L', 'o'],
    ['custody chain keygen --user-space link/../o', 'o'],
    ['USER_SPACE=link/../o custody chain keygen', 'o'],
    ['HOME=$PWD/link/../o custody key new --no-passphrase', 'o'],
    ['XDG_CONFIG_HOME=$PWD/link/../o custody key new --no-passphrase', 'o'],
  ])('is where %s writes', async (line, name) => {
    await run(MADE);
    const { exit, out, err } = await run(line);
    expect([exit, out, err, exit === 0]).toEqual([exit, out, err, true]);
    expect([existsSync(join(folder, 'there', name)), existsSync(join(folder, 'here', name))]).toEqual([true, false]);
    expect(readdirSync(join(folder, 'there')).filter((left) => left.includes('staging'))).toEqual([]);
  });

  it('is where the cache of what was read is', async () => {
    await run(MADE);
    // A file that was just written is not remembered.
    const { exit } = sh(join(folder, 'here'), `sleep 0.3; unset XDG_CACHE_HOME; HOME=link/.. lock verify L --root d --cache --no-witness`);
    expect([exit, readdirSync(join(folder, 'there/.cache/custody')).length]).toEqual([0, 1]);
  });

  it.each([
    'custody replay verify --bundle link/../b --json',
    'custody replay verify --ref b --data link/../data',
    'custody replay verify --ref b --fixture-root link/../data',
    'custody replay verify --all link/../data/snapshots',
    'fingerprint check link/../f.fp.yaml',
    'fingerprint link/../f.fp.yaml',
    'echo | fingerprint --fp a.v1 --definitions link/../f.fp.yaml',
    'custody chain list --project link/..',
    'custody stack verify link/../stack.lock',
    'custody stack lock link/../zone.yaml',
    'custody stack lock ../there/zone.yaml --root link/..',
    'custody stack vc verify link/../vc.json',
  ])('is where %s looks', async (line) => {
    // Here lies nothing that could be taken for what there is there.
    await run(`cd ../there; mkdir -p b data/snapshots/b .ai/tools lockfiles; echo '{' > b/snapshot.json; cp b/snapshot.json data/snapshots/b
      for f in f.fp.yaml stack.lock zone.yaml vc.json lockfiles/a@1.0.0.lock.json .ai/tools/a.py; do echo "{ there" > $f; done`);
    const there = await run(line.replaceAll('link/..', '../there'));
    const nowhere = await run(line.replaceAll('link/..', '../nowhere'));
    const { exit, out } = await run(line);
    const shown = (text: string): string => text.replaceAll('link/..', '../there');
    expect([exit, shown(out)]).toEqual([there.exit, there.out]);
    expect([exit, out]).not.toEqual([nowhere.exit, nowhere.out.replaceAll('../nowhere', 'link/..')]);
  });

  it('leads no output into the scanned folder', async () => {
    const { exit, out } = await run('echo a > ../there/a; lock --scan ../there --output link/../o');
    expect([exit, JSON.parse(out).refusal.code]).toEqual([2, 'E_OUTPUT_IN_ROOT']);
  });

  it('leads no output into a pack', async () => {
    const { exit } = await run(
      'echo a > a; rm -r ../there; pack seal a --output ../there; mkdir ../in; ln -sfn ../there way; lock verify x --output way/../y; pack verify ../there --output way/./z',
    );
    expect([exit, readdirSync(join(folder, 'there')).sort()]).toEqual([2, ['a', 'manifest.json']]);
  });

  it.each([
    'lock verify none/../L',
    'lock verify d/a/../../L',
    'lock verify L --root none/../d',
    'pack seal d --output none/../o',
    'pack verify none/../p',
  ])('leads nowhere where the system finds nothing: %s', async (line) => {
    await run(MADE);
    const { exit, out } = await run(line);
    expect([exit, JSON.parse(out).refusal.code]).toEqual([2, 'E_IO']);
    expect(existsSync(join(folder, 'here/o'))).toBe(false);
  });

  it('means a folder where a slash stands behind it', async () => {
    await run(`${MADE}; ln -s p way`);
    expect((await run('pack verify way/')).exit).toBe(0);
    expect((await run('lock verify L/')).exit).toBe(2);
    expect([(await run('lock --scan d --output new/')).exit, existsSync(join(folder, 'here/new'))]).toEqual([2, false]);
    expect((await run('pack seal d --output made/')).exit).toBe(0);
  });

  it('is the same for the library', async () => {
    await run(
      'mkdir data ../there/data; echo v1 | tee data/t > ../there/data/t; lock --scan data -o d.lock; echo TAMPERED > ../there/data/t',
    );
    const index = new URL('../../dist/index.js', import.meta.url).href;
    const code = `const { verifyLock, verifyPack } = await import('${index}'); console.log(verifyLock('d.lock', { root: 'link/../data' }).outcome)`;
    expect((await run(`node --input-type=module -e "${code}"`)).out).toBe('VERIFY_FAILED\n');
  });
});

describe.skipIf(!isLinux)('bytes that are not UTF-8', () => {
  /** `bad` and its twin, whose name is what Node makes of it. */
  const [bad, twin] = [String.raw`$'t\xff'`, String.raw`$'t\xef\xbf\xbd'`];
  beforeAll(
    () =>
      void sh(
        top,
        `mkdir twins; cd twins; mkdir ${bad} ${twin}; printf good > ${twin}/x; printf evil > ${bad}/x; lock --scan ${twin} -o L`,
      ),
  );
  beforeEach(() => void sh(top, `cp -r twins/. ${folder}/here`));

  it('in the working folder are refused, and the version is told all the same', async () => {
    const { exit, out } = await run(`cd ${bad}; lock verify ../L --root . --closed --strict`);
    expect([exit, JSON.parse(out).refusal]).toMatchObject([2, { code: 'E_IO', detail: { error: 'Name is not UTF-8' } }]);
    expect((await run(`cd ${bad}; lock --scan .`)).exit).toBe(2);
    expect((await run(`cd ${bad}; lock --version`)).exit).toBe(0);
  });

  it.each([
    `lock verify L --root ${bad}`,
    `lock --scan ${bad}`,
    `vacuum ${bad}`,
    `hashbytes ${bad}/x`,
    `fingerprint ${bad}/x`,
    `pack seal ${bad} --output p`,
    `lock --scan ${twin} --output ${bad}.out`,
    `lock --scan ${twin} --output=${bad}.out`,
    `pack verify ${bad}`,
    `custody stack lock ${bad}`,
    `lock --scan ${twin} --note ${bad} --output n`,
  ])('in an argument are refused: %s', async (line) => {
    const before = readdirSync(join(folder, 'here'), { encoding: 'buffer' });
    const { exit, out } = await run(`${line} --no-witness`);
    expect([exit, JSON.parse(out).refusal.message.includes('is not UTF-8')]).toEqual([2, true]);
    expect(readdirSync(join(folder, 'here'), { encoding: 'buffer' })).toEqual(before);
  });

  it('in the twin of a name are those of an ordinary character', async () => {
    expect((await run(`lock verify L --root ${twin} --closed --strict`)).exit).toBe(0);
    expect((await run(`cd ${twin}; lock verify ../L --root . --closed --strict`)).exit).toBe(0);
    expect((await run(`EPISTEMIC_WITNESS=${twin}/w lock verify L`)).err).toBe('');
  });

  it('in a variable are refused: no ledger is made under another name', async () => {
    const { exit, err } = await run(`EPISTEMIC_WITNESS=${bad}.w lock verify L`);
    expect([exit, err.includes('EPISTEMIC_WITNESS is not UTF-8')]).toEqual([0, true]);
    expect((await run(`USER_SPACE=${bad} custody chain list`)).exit).toBe(2);
    const token = sh(
      join(folder, 'here'),
      `AWS_ROLE_ARN=a AWS_REGION=r AWS_WEB_IDENTITY_TOKEN_FILE=${bad} pack list --store s3://bucket/c`,
    );
    expect([token.exit, token.out.includes('AWS_WEB_IDENTITY_TOKEN_FILE is not UTF-8')]).toEqual([2, true]);
    expect((await run(`ls -A | grep -c '[.]w$'`)).out).toBe('0\n');
  });

  it.each(['lock --scan d', 'vacuum d | hashbytes | lock'])('in what a link leads to are a skip, and never the twin: %s', async (line) => {
    await run(`mkdir d; ln -s ../${bad}/x d/file; ln -s ../${bad} d/folder; ln -s ../${twin}/x d/good`);
    const { exit, out } = await run(line);
    const { members, skipped } = JSON.parse(out);
    expect([exit, members.map(({ path }: { path: string }) => path)]).toEqual([1, ['good']]);
    expect(skipped.map(({ path, warnings }: { path: string; warnings: { code: string }[] }) => [path, warnings[0]?.code])).toEqual([
      ['file', 'E_NAME'],
      ['folder', 'E_NAME'],
    ]);
  });

  it('behind a link are kept where the file is opened by its link', async () => {
    await run(`ln -s ${bad} way; printf good > way/x`);
    expect((await run('lock verify L --root way')).exit).toBe(0);
    expect((await run('printf evil > way/x; lock verify L --root way')).exit).toBe(1);
    const { exit, out } = await run('lock --scan way');
    expect([exit, JSON.parse(out).refusal.code]).toEqual([2, 'E_IO']);
    expect((await run('lock verify L --root way --confined')).exit).toBe(1);
    expect((await run('lock --scan d --output way/o')).exit).toBe(2);
  });
});

describe.skipIf(!isLinux)('a place that cannot be made', () => {
  beforeAll(
    () =>
      void sh(top, 'mkdir src; echo a > src/a; pack seal src --output pk; pack export pk --archive pk.tar; pack push pk --store file:st'),
  );

  it.each([
    'pack seal ../src/a',
    'pack seal ../src/a --output a/b',
    'pack import ../pk.tar',
    'pack import ../pk.tar --output a/b',
    'pack pull $(pack list --ids-only --store file:../st) --store file:../st --out a/b',
    'pack push ../pk --store file:S',
    'lock --scan ../src --output o',
    'custody chain keygen --user-space u',
  ])('in a folder that was removed is refused at once: %s', (line) => {
    const abs = line.replaceAll('../', `${top}/`);
    const { exit, out } = sh(top, `mkdir gone; cd gone; rmdir ../gone; timeout 20 ${abs} 2>/dev/null`);
    expect([exit, out === '' ? 'E_IO' : JSON.parse(out).refusal.code]).toEqual([2, 'E_IO']);
  });

  it.each(['pack seal src --output /proc/x/y', 'pack import pk.tar --output /proc/x/y'])('in /proc is refused at once: %s', (line) => {
    expect(sh(top, `timeout 20 ${line}`).exit).toBe(2);
  });

  it('and a ledger there is a warning', () => {
    const { exit, err } = sh(top, 'timeout 20 pack verify pk', { EPISTEMIC_WITNESS: '/proc/x/y/w' });
    expect([exit, err.includes('witness append warning')]).toEqual([0, true]);
    expect(readFileSync(join(top, 'pk/manifest.json')).length).toBeGreaterThan(0);
  });
});
