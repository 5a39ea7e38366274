/**
 * Debian programs for tests, without root and without changing the system: `apt-get` downloads the package, `dpkg -x` unpacks it into
 * `node_modules/.cache/custody-tests/`, together with the shared libraries that the machine lacks. A program that is already on PATH is
 * used.
 *
 *     const registry = await debianProgram('docker-registry');
 *     const xmllint = await debianProgram('xmllint', 'libxml2-utils');
 *     const fish = await debianProgram('fish', 'fish', 'fish-common');
 *     describe.skipIf(typeof registry === 'string')(…)          a string says why there is none
 *
 * Two callers at the same time both unpack, into separate folders; the first to rename its folder wins, and both use that one.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Program {
  readonly path: string;
  /** Variables to add to the environment. */
  readonly env: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/custody-tests/', import.meta.url));
const LIMIT_MS = 180_000;
const asked = new Map<string, Promise<Program | string>>();

/**
 * The program from these packages (the default is the package of the same name), or the reason why it is not available, which is also
 * printed.
 */
export function debianProgram(name: string, ...packages: readonly string[]): Promise<Program | string> {
  return debianPrograms([name], packages.length === 0 ? [name] : packages);
}

/** Several programs from one folder; the result is the first of them. */
export function debianPrograms(names: readonly string[], packages: readonly string[]): Promise<Program | string> {
  const [name] = names as [string];
  const known = asked.get(name) ?? find(names, packages);
  asked.set(name, known);
  return known;
}

async function find(names: readonly string[], packages: readonly string[]): Promise<Program | string> {
  const [name] = names as [string];
  const there = onPath(name);
  if (there !== undefined && names.every((each) => onPath(each) !== undefined)) return { path: there, env: {} };
  try {
    const folder = join(CACHE, name);
    if (!existsSync(folder)) {
      if (onPath('apt-get') === undefined || onPath('dpkg') === undefined) throw new Error('this is no Debian');
      await unpack(names, packages, folder);
    }
    return programIn(folder, name);
  } catch (error) {
    const reason = `${name} cannot be had: ${(error as Error).message}`;
    process.stderr.write(`${reason}\n`);
    return reason;
  }
}

async function unpack(names: readonly string[], packages: readonly string[], folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const staging = mkdtempSync(join(CACHE, `.${names[0]}-`));
  try {
    await unpackInto(staging, names, packages);
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function unpackInto(folder: string, names: readonly string[], packages: readonly string[]): Promise<void> {
  const apt = await aptThatKnows(packages[0] as string, folder);
  await fetchPackages(apt, packages, folder);
  const missing = (): readonly string[] => names.flatMap((name) => missingLibraries(folder, name));
  const seen = new Set<string>();
  for (let level = packages; missing().length > 0; ) {
    level = (await librariesOf(apt, level)).filter((library) => !seen.has(library));
    for (const library of level) seen.add(library);
    if (level.length === 0) throw new Error(`it lacks ${missing().join(', ')}`);
    const absent = level.filter((library) => !isInstalled(library));
    if (absent.length > 0) await fetchPackages(apt, absent, folder);
  }
  rmSync(join(folder, 'apt'), { recursive: true, force: true });
}

type Apt = (command: string, words: readonly string[], cwd: string) => Promise<string>;

/** Uses the system's package lists if they are sufficient, else its own. */
async function aptThatKnows(name: string, folder: string): Promise<Apt> {
  const own = join(folder, 'apt');
  mkdirSync(join(own, 'lists', 'partial'), { recursive: true });
  mkdirSync(join(own, 'cache', 'archives', 'partial'), { recursive: true });
  const sandbox = process.getuid?.() === 0 ? ['-o', 'APT::Sandbox::User=root'] : [];
  const caches = ['-o', `Dir::Cache=${join(own, 'cache')}`, ...sandbox];
  const lists = ['-o', `Dir::State::Lists=${join(own, 'lists')}`];
  const apt =
    (options: readonly string[]): Apt =>
    async (command, words, cwd) => {
      const { stdout } = await run(command, [...options, ...words], { cwd, timeout: LIMIT_MS, maxBuffer: 1 << 26 });
      return stdout;
    };
  const system = apt(caches);
  const knows = await system('apt-get', ['download', '-q', name], own).then(
    () => true,
    () => false,
  );
  if (knows) return system;
  await apt([...caches, ...lists])('apt-get', ['update', '-q'], own);
  return apt([...caches, ...lists]);
}

async function fetchPackages(apt: Apt, packages: readonly string[], folder: string): Promise<void> {
  const downloads = mkdtempSync(join(folder, 'apt', 'download-'));
  await apt('apt-get', ['download', '-q', ...packages], downloads);
  for (const file of readdirSync(downloads)) await run('dpkg', ['-x', join(downloads, file), folder], { timeout: LIMIT_MS });
}

/** The libraries that the packages depend on. */
async function librariesOf(apt: Apt, packages: readonly string[]): Promise<string[]> {
  const text = await apt('apt-cache', ['depends', ...packages], '/');
  return [...new Set([...text.matchAll(/^ +(?:Pre)?Depends: (lib[a-z0-9.+-]+)$/gm)].map(([, library]) => library as string))];
}

function isInstalled(name: string): boolean {
  return spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' }).stdout === 'installed';
}

function missingLibraries(folder: string, name: string): readonly string[] {
  const { path, env } = programIn(folder, name);
  const { stdout } = spawnSync('ldd', [path], { env: { ...process.env, ...env }, encoding: 'utf8' });
  return [...stdout.matchAll(/^\s*(\S+) => not found$/gm)].map(([, library]) => library as string);
}

function programIn(folder: string, name: string): Program {
  const roots = [join(folder, 'usr', 'lib'), join(folder, 'lib')].filter((root) => existsSync(root));
  const places = roots.flatMap((root) => [root, ...below(root).filter((place) => place.includes('-linux-'))]);
  const libraries = [...places, ...places.flatMap(below).filter((place) => hasLibraries(place) && !places.includes(place))];
  // If /bin is a separate folder, shells are there; daemons are in sbin. What usr/bin starts may be in a folder of its own, by its full path.
  const path = [`usr/lib/${name}`, 'bin', 'usr/bin', 'usr/sbin']
    .map((place) => join(folder, place, name))
    .find((place) => existsSync(place));
  if (path === undefined) throw new Error(`its packages hold no ${name}`);
  return { path, env: { LD_LIBRARY_PATH: libraries.join(':') } };
}

/** Some packages keep the libraries of their programs in a folder of their own. */
function hasLibraries(folder: string): boolean {
  return readdirSync(folder).some((name) => /\.so(?:\.|$)/.test(name));
}

function below(folder: string): readonly string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true);
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
