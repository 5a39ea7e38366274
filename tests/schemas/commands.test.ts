/** What a command prints keeps the schema that its `--schema` prints, and `--describe` and `capabilities` name the same one: of every command. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { custody, tools } from '#cli/tools';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { commandPlace, commands, linesOf } from './command-lines.ts';
import { compile } from './published-schema.ts';

const place = await commandPlace(scratchFolder('command-schemas'));

/** Records of these versions may have the fields of other tools too. */
const OPEN: ReadonlySet<string> = new Set(['hash.v0.json', 'fingerprint.v0.json', 'witness-last.v0.json']);

/** Lines with the options that make a command print another document. */
const OTHERS: Readonly<Record<string, string>> = {
  'fingerprint --list': 'fingerprint --list --json',
  'fingerprint --json': 'fingerprint fingerprints/samples/loan-tape/good/loan-tape.csv --json',
  'replay verify --all': 'custody replay verify --all replay',
};

describe('every command', () => {
  it('has a line here', () => expect(commands.filter(({ name }) => linesOf(name) === undefined).map(({ name }) => name)).toEqual([]));

  it.each(commands.map(({ tool, command, name }) => ({ tool, command, name })))(
    '$name prints what its schema says',
    async ({ tool, command, name }) => {
      const { out } = await place.run(name);
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
      const shown = await place.start(`${name.startsWith('custody') ? '' : 'custody '}${name} --schema`);
      expect(shown.out).toBe(readFileSync(new URL(`../../schemas/${command.schema}`, import.meta.url), 'utf8'));
    },
  );

  const others = commands.flatMap(({ command, name }) =>
    command.options.flatMap(({ flag, schema }) => (schema ? [{ name, flag, schema }] : [])),
  );
  it.each(others)('$name $flag prints what the schema of that option says', async ({ name, flag, schema }) => {
    const line = OTHERS[`${name} ${flag}`] as string;
    const { out } = await place.start(line);
    const validate = compile(schema);
    expect([parsed(out), validate(parsed(out)), validate.errors]).toEqual([parsed(out), true, null]);
    expect((await place.start(`${line} --schema`)).out).toBe(readFileSync(new URL(`../../schemas/${schema}`, import.meta.url), 'utf8'));
  });

  it.each([...tools, custody].map((tool) => ({ tool, name: tool.name })))(
    '$name names the same schemas in --describe and capabilities',
    async ({ tool, name }) => {
      const typed = name === 'custody' ? 'custody' : `custody ${name}`;
      const described = JSON.parse((await place.start(`${typed} --describe`)).out) as {
        subcommands: { name: string; output_schema: string; options: { flag: string; required?: true }[] }[];
      };
      for (const { words, schema, options } of tool.commands.filter((each) => each.words.length > 0)) {
        const found = described.subcommands.find((each) => each.name === words.join(' '));
        expect([words, `${found?.output_schema}.json`]).toEqual([words, schema]);
        expect(found?.options.filter(({ required }) => required).map(({ flag }) => flag)).toEqual(
          options.filter(({ required }) => required !== undefined).map(({ flag }) => flag),
        );
      }
      const { commands: told } = JSON.parse((await place.start(`${typed} capabilities --json`)).out) as {
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
