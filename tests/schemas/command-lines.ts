/**
 * A line for each command, and a folder in which all of them run, in the order of the tables: later lines need what earlier ones made.
 *
 *     const place = await commandPlace(folder);
 *     await place.run('pack verify')               { exit: 0, out: '{…}', err: '' }
 *     await place.run('pack verify', '--quiet')    the same line with one more word
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '#cli/run';
import { custody, tools } from '#cli/tools';
import { sshLineOf } from '#keys/ssh-key';
import { fakeContext } from '../helpers/fake-context.ts';
import { A } from '../sign/seals.ts';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

const scan = 'vacuum delivery --no-witness';
const CHAIN = '--project chain/project';
const ZONE = 'stack/zones/harbour/zone.yaml';

/** A line for each command, in this order; what needs input has it from the lines after `<`. */
const LINES: Readonly<Record<string, string | readonly string[]>> = {
  vacuum: scan,
  hash: ['hashbytes', scan],
  fingerprint: ['fingerprint --fp csv.v0 --fp text.v0', 'hashbytes', scan],
  'fingerprint check': 'fingerprint check fingerprints/definitions/loan-tape.fp.yaml --json',
  'fingerprint test':
    'fingerprint test fingerprints/definitions/loan-tape.fp.yaml fingerprints/samples/loan-tape/good/loan-tape.csv --json',
  'fingerprint infer': 'fingerprint infer fingerprints/samples/invoices/good/invoices.csv',
  'fingerprint import-schema': 'fingerprint import-schema table.json',
  'fingerprint export-schema': 'fingerprint export-schema fingerprints/definitions/invoices.fp.yaml',
  'fingerprint struct-check': [
    'fingerprint struct-check --rules fingerprints/delivery.sf.yaml',
    'vacuum fingerprints/delivery --no-witness',
  ],
  lock: 'lock --scan delivery',
  'lock verify': 'lock verify d.lock --root delivery --json',
  'lock plan': 'lock plan d.lock --parts 2',
  'lock merge': 'lock merge d.part',
  'lock diff': 'lock diff d.lock d.lock --json',
  'pack seal': 'pack seal evidence --output pk --json',
  'pack verify': 'pack verify pk --json',
  'pack diff': 'pack diff pk pk --json',
  'pack export': 'pack export pk --archive pk.tar --json',
  'pack import': 'pack import pk.tar --output pk2 --json',
  'pack push': 'pack push pk --store file:store --json',
  'pack pull': 'pack pull $PACK --store file:store --out pk3 --json',
  'pack fetch': 'pack fetch by-reference --store file:referred --out fetched --json',
  'pack list': 'pack list --store file:store --json',
  'pack store verify': 'pack store verify file:store --json',
  'pack store repair': 'pack store repair file:store --from pk --json',
  'pack store gc': 'pack store gc file:store --json',
  'witness push': 'custody witness push --store file:store --json',
  'witness pull': 'custody witness pull --store file:store --out pulled.jsonl --json',
  'chain keygen': 'custody chain keygen --user-space keys --json',
  'chain sign': 'custody chain sign chain/project/.ai/tools/$TOOL.sh --user-space keys --json',
  'chain trust add': 'custody chain trust add keys/keys/public_key.pem --user-space keys2 --json',
  'chain trust list': 'custody chain trust list --user-space keys2 --json',
  'chain trust remove': 'custody chain trust remove $KEY --user-space keys2 --json',
  'chain resolve': `custody chain resolve $TOOL ${CHAIN} --json`,
  'chain lock': `custody chain lock $TOOL ${CHAIN} --json`,
  'chain update': `custody chain update $TOOL ${CHAIN} --json`,
  'chain verify': `custody chain verify $TOOL ${CHAIN} --json`,
  'chain list': `custody chain list ${CHAIN} --json`,
  'chain prune': `custody chain prune ${CHAIN} --dry-run --json`,
  'chain diff': 'custody chain diff $LOCK $LOCK --json',
  'chain run': 'custody chain run no/such --project chain/project --no-witness',
  'replay verify': 'custody replay verify --bundle $BUNDLE',
  'replay run': 'custody replay run --bundle $BUNDLE',
  'stack lock': `custody stack lock ${ZONE} --out stack.lock --json`,
  'stack verify': `custody stack verify stack.lock --zone ${ZONE} --json`,
  'stack diff': 'custody stack diff stack.lock stack.lock --json',
  'stack explain': `custody stack explain stack.lock --zone ${ZONE} --json`,
  'stack artifact put': 'custody stack artifact put evidence/rules.json --type blob --store file:artifacts --json',
  'stack artifact get': 'custody stack artifact get blob $BLOB --store file:artifacts --json',
  'stack artifact verify': 'custody stack artifact verify --store file:artifacts --json',
  'stack vc keygen': 'custody stack vc keygen --out a.key --json',
  'stack vc sign': 'custody stack vc sign vc.json --key a.key --json',
  'stack vc verify': 'custody stack vc verify vc.json --json',
  'stack vc payload-hash': 'custody stack vc payload-hash vc.json --json',
  'custody verify': 'custody verify d.lock pk --json',
  'custody verdict merge': 'custody verdict merge d.verdict --json',
  'custody show': 'custody show pk --json',
  'custody why': 'custody why d.lock --json',
  'custody sign': 'custody sign d.lock --key signer.pem --json',
  'custody policy check': 'custody policy check p.yaml --json',
  'custody policy explain': 'custody policy explain p.yaml --json',
  'custody policy init': 'custody policy init a=signer.pub --output new.yaml --json',
  'custody key new': 'custody key new --no-passphrase --json',
  'custody key show': 'custody key show --json',
  'custody key list': 'custody key list --json',
  'custody page': 'custody page d.lock',
  // Its seal has a timestamp, so that no authority is asked.
  'custody timestamp': 'custody timestamp sealed.txt --tsa https://tsa.example.org --json',
  'custody help': 'custody help lock',
  'custody completions': 'custody completions bash',
};

/** Under every tool. */
const COMMON: Readonly<Record<string, string>> = {
  capabilities: 'capabilities --json',
  'robot-docs': 'robot-docs guide',
  doctor: 'doctor --json',
  query: 'query --json',
  last: 'last --json',
  count: 'count --json',
  verify: 'verify --json',
};

/** `custody serve` ends when it is told to, and is started in tests/serve. */
export const commands = [...tools, custody]
  .flatMap((tool) => tool.commands.map((command) => ({ tool, command, name: [tool.name, ...command.words].join(' ') })))
  .filter(({ name }) => name !== 'custody serve');

export function linesOf(name: string): readonly string[] | undefined {
  const own = LINES[name];
  if (own !== undefined) return typeof own === 'string' ? [own] : own;
  const last = COMMON[name.split(' ').at(-1) as string];
  return last === undefined
    ? undefined
    : [`${name.startsWith('custody ') ? '' : 'custody '}${name.split(' ').slice(0, -1).join(' ')} ${last}`];
}

interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandPlace {
  /** Runs any line there. */
  start(line: string, stdin?: string): Promise<Ran>;
  /** Runs the line of a command, with `more` at its end. */
  run(name: string, more?: string): Promise<Ran>;
}

export async function commandPlace(folder: string): Promise<CommandPlace> {
  const known: Record<string, string> = { $TOOL: 'report/rows', $BUNDLE: 'replay/fixtures/snapshots/price-index-2025-q4' };
  const env = {
    EPISTEMIC_WITNESS: join(folder, 'ledger'),
    HOME: folder,
    USER_SPACE: join(folder, 'chain/user'),
    SYSTEM_SPACE: join(folder, 'chain/system'),
  };
  const start = async (line: string, stdin = ''): Promise<Ran> => {
    const context = fakeContext(line, { cwd: folder, env, stdin });
    const exit = await run(context);
    return { exit, out: context.out(), err: context.err() };
  };
  await prepare(folder);
  await start('lock --scan delivery --output d.lock');
  await start('lock --scan delivery --shard 0/1 --created 2026-01-15T10:30:00Z --output d.part');
  await start('lock verify d.lock --root delivery --shard 0/1 --created 2026-01-15T10:30:00Z --output d.verdict');
  await start('pack seal evidence --by-reference 1 --store file:referred --output by-reference --no-witness');
  return {
    start,
    async run(name, more = '') {
      const [line = '', ...before] = linesOf(name) ?? [];
      let input = '';
      for (const earlier of before.toReversed()) input = (await start(earlier, input)).out;
      const ran = await start(`${line.replaceAll(/\$[A-Z]+/g, (found) => known[found] ?? found)} ${more}`, input);
      Object.assign(known, learned(name, ran.out));
      return ran;
    },
  };
}

async function prepare(folder: string): Promise<void> {
  for (const name of ['delivery', 'evidence', 'fingerprints', 'chain', 'replay', 'stack'])
    cpSync(join(examples, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  mkdirSync(join(folder, 'chain/user'), { recursive: true });
  writeFileSync(join(folder, 'signer.pem'), A.secret.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  writeFileSync(join(folder, 'signer.pub'), sshLineOf(A.key));
  const signers = `signers:\n  - name: a\n    key: ${sshLineOf(A.key)}\n    roles: [producer]`;
  writeFileSync(join(folder, 'p.yaml'), `version: policy.v0\n${signers}\nrules:\n  - kind: any\n    require: 1 of [producer]\n`);
  writeFileSync(join(folder, 'table.json'), JSON.stringify({ fields: [{ name: 'Loan', type: 'string' }] }));
  writeFileSync(
    join(folder, 'sealed.txt.seals.jsonl'),
    '{"payload":"","payloadType":"x","signatures":[{"sig":"","timestamps":["AAAA"]}]}\n',
  );
  writeFileSync(join(folder, 'vc.json'), JSON.stringify({ issuer: 'did:example:a', credentialSubject: { id: 'did:example:b' } }));
}

/** What later lines need of earlier answers. */
function learned(name: string, out: string): Readonly<Record<string, string>> {
  if (name === 'pack seal') return { $PACK: JSON.parse(out).pack_id };
  if (name === 'chain keygen') return { $KEY: JSON.parse(out).fingerprint };
  if (name === 'chain lock') return { $LOCK: JSON.parse(out).locks[0].file };
  if (name === 'stack artifact put') return { $BLOB: JSON.parse(out).stored[0].digest_sha256 };
  return {};
}
