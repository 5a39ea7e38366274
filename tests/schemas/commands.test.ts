/** What a command prints keeps the schema that its `--schema` prints, and `--describe` and `capabilities` name the same one: of every command. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { custody, tools } from '#cli/tools';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { compile } from './published-schema.ts';

const folder = scratchFolder('command-schemas');
const examples = fileURLToPath(new URL('../../examples', import.meta.url));

async function started(line: string, stdin = ''): Promise<{ exit: number; out: string }> {
  const env = {
    EPISTEMIC_WITNESS: join(folder, 'ledger'),
    HOME: folder,
    USER_SPACE: join(folder, 'chain/user'),
    SYSTEM_SPACE: join(folder, 'chain/system'),
  };
  const context = fakeContext(line, { cwd: folder, env, stdin });
  const exit = await run(context);
  return { exit, out: context.out() };
}

const scan = 'vacuum delivery --no-witness';
const piped = async (...lines: readonly string[]): Promise<string> => {
  let text = '';
  for (const line of lines) text = (await started(line, text)).out;
  return text;
};

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
  'lock diff': 'lock diff d.lock d.lock --json',
  'pack seal': 'pack seal evidence --output pk --json',
  'pack verify': 'pack verify pk --json',
  'pack diff': 'pack diff pk pk --json',
  'pack export': 'pack export pk --archive pk.tar --json',
  'pack import': 'pack import pk.tar --output pk2 --json',
  'pack push': 'pack push pk --store file:store --json',
  'pack pull': 'pack pull $PACK --store file:store --out pk3 --json',
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
  'custody show': 'custody show pk --json',
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

/** Records of these versions may have the fields of other tools too. */
const OPEN: ReadonlySet<string> = new Set(['hash.v0.json', 'fingerprint.v0.json', 'witness-last.v0.json']);

const commands = [...tools, custody].flatMap((tool) =>
  tool.commands.map((command) => ({ tool, command, name: [tool.name, ...command.words].join(' ') })),
);

function linesOf(name: string): readonly string[] | undefined {
  const own = LINES[name];
  if (own !== undefined) return typeof own === 'string' ? [own] : own;
  const last = COMMON[name.split(' ').at(-1) as string];
  return last === undefined
    ? undefined
    : [`${name.startsWith('custody ') ? '' : 'custody '}${name.split(' ').slice(0, -1).join(' ')} ${last}`];
}

const known: Record<string, string> = { $TOOL: 'report/rows', $BUNDLE: 'replay/fixtures/snapshots/price-index-2025-q4' };
const filled = (line: string): string => line.replaceAll(/\$[A-Z]+/g, (found) => known[found] ?? found);

beforeAll(async () => {
  for (const name of ['delivery', 'evidence', 'fingerprints', 'chain', 'replay', 'stack'])
    cpSync(join(examples, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'chain/user'), { recursive: true });
  await started('lock --scan delivery --output d.lock');
  writeFileSync(join(folder, 'table.json'), JSON.stringify({ fields: [{ name: 'Loan', type: 'string' }] }));
  writeFileSync(join(folder, 'vc.json'), JSON.stringify({ issuer: 'did:example:a', credentialSubject: { id: 'did:example:b' } }));
});

describe('every command', () => {
  it('has a line here', () => expect(commands.filter(({ name }) => linesOf(name) === undefined).map(({ name }) => name)).toEqual([]));

  it.each(commands.map(({ tool, command, name }) => ({ tool, command, name })))(
    '$name prints what its schema says',
    async ({ tool, command, name }) => {
      const [line = '', ...before] = linesOf(name) ?? [];
      const { out } = await started(filled(line), await piped(...before.toReversed()));
      remember(name, out);
      if (name !== 'chain run') expect(out).not.toMatch(/"outcome": ?"REFUSAL"/);
      const validate = compile(command.schema);
      const documents =
        command.schema === 'text.v0.json'
          ? [out]
          : tool.outputMode === 'stream' && command.words.length === 0
            ? out.trim().split('\n').map(parsed)
            : [parsed(out)];
      for (const document of documents) expect([document, validate(document), validate.errors]).toEqual([document, true, null]);
      if (typeof documents[0] === 'object' && !OPEN.has(command.schema)) expect(validate({ ...documents[0], more: true })).toBe(false);
      const shown = await started(`${name.startsWith('custody') ? '' : 'custody '}${name} --schema`);
      expect(shown.out).toBe(readFileSync(new URL(`../../schemas/${command.schema}`, import.meta.url), 'utf8'));
    },
  );

  it.each([...tools, custody].map((tool) => ({ tool, name: tool.name })))(
    '$name names the same schemas in --describe and capabilities',
    async ({ tool, name }) => {
      const typed = name === 'custody' ? 'custody' : `custody ${name}`;
      const described = JSON.parse((await started(`${typed} --describe`)).out) as {
        subcommands: { name: string; output_schema: string; options: { flag: string; required?: true }[] }[];
      };
      for (const { words, schema, options } of tool.commands.filter((each) => each.words.length > 0)) {
        const found = described.subcommands.find((each) => each.name === words.join(' '));
        expect([words, `${found?.output_schema}.json`]).toEqual([words, schema]);
        expect(found?.options.filter(({ required }) => required).map(({ flag }) => flag)).toEqual(
          options.filter(({ required }) => required !== undefined).map(({ flag }) => flag),
        );
      }
      const { commands: told } = JSON.parse((await started(`${typed} capabilities --json`)).out) as {
        commands: { output_schema: string }[];
      };
      const wanted = (name === 'custody' ? [...tools, custody] : [tool]).flatMap((each) =>
        each.commands.map(({ schema }) => schema.replace('.json', '')),
      );
      expect(told.map(({ output_schema }) => output_schema)).toEqual(wanted);
    },
  );
});

function parsed(text: string): unknown {
  return JSON.parse(text);
}

/** What later lines need of earlier answers. */
function remember(name: string, out: string): void {
  if (name === 'pack seal') known['$PACK'] = JSON.parse(out).pack_id;
  if (name === 'chain keygen') known['$KEY'] = JSON.parse(out).fingerprint;
  if (name === 'chain lock') known['$LOCK'] = JSON.parse(out).locks[0].file;
  if (name === 'stack artifact put') known['$BLOB'] = JSON.parse(out).stored[0].digest_sha256;
}
