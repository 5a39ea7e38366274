/** The documents of examples/scale are what their engines publish, run commands that exist, and count their tasks the same everywhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseLine } from '#cli/args';
import type { Command } from '#cli/command';
import { select } from '#cli/select';

const examples = fileURLToPath(new URL('../../examples/scale', import.meta.url));
const published = JSON.parse(readFileSync(new URL('aws-batch.schema.json', import.meta.url), 'utf8'));
const json = (name: string): Record<string, unknown> => JSON.parse(readFileSync(join(examples, 'aws-batch', name), 'utf8'));

const ajv = new Ajv2020({ schemas: [{ ...published, $id: 'urn:aws:batch' }] });
const isA = (shape: string) => ajv.compile({ $ref: `urn:aws:batch#/$defs/${shape}` });

describe('examples/scale/aws-batch', () => {
  it.each([
    ['job-definition.json', 'RegisterJobDefinitionRequest'],
    ['scan-job.json', 'SubmitJobRequest'],
    ['merge-job.json', 'SubmitJobRequest'],
  ])('%s is a %s of the API model', (name, shape) => {
    const validate = isA(shape);
    const document = json(name);
    expect(validate(document) ? [] : validate.errors).toEqual([]);
    for (const field of Object.keys(document)) expect(validate({ ...document, [field]: 7 }), field).toBe(false);
    expect(validate({ ...document, sise: 8 })).toBe(false);
  });

  it('counts the tasks of the array', () => {
    const { environment } = json('job-definition.json')['containerProperties'] as { environment: { name: string; value: string }[] };
    expect(environment.find(({ name }) => name === 'SHARDS')?.value).toBe('8');
    expect(json('scan-job.json')['arrayProperties']).toEqual({ size: 8 });
  });
});

const job = parse(readFileSync(join(examples, 'kubernetes-job.yaml'), 'utf8'));

it('examples/scale/kubernetes-job.yaml counts its tasks, and ends an index only on a refusal', () => {
  const [container] = job.spec.template.spec.containers;
  expect(String(job.spec.completions)).toBe(container.env.find(({ name }: { name: string }) => name === 'SHARDS').value);
  expect(job.spec.podFailurePolicy.rules[0]).toEqual({ action: 'FailIndex', onExitCodes: { operator: 'In', values: [2] } });
});

const scripts = ['slurm/scan.sbatch', 'slurm/merge.sbatch', 'slurm/verify.sbatch', 'slurm/verdict.sbatch', 'parallel.sh'];
const commands = [
  job.spec.template.spec.containers[0].command[2],
  (json('job-definition.json')['containerProperties'] as { command: string[] }).command[2],
  (json('merge-job.json')['containerOverrides'] as { command: string[] }).command[2],
  ...scripts.map((name) => readFileSync(join(examples, name), 'utf8')),
].flatMap((text) => [...String(text).matchAll(/^(?:exec| ) *((?:lock|custody) .*)$/gm)].map(([, line]) => line as string));

it.each(commands)('the line is one of the program: %s', async (line) => {
  const [program = '', ...argv] = line.replaceAll(/"([^"]*)"/g, '$1').split(' ');
  const selection = await select(program, argv);
  expect(selection.command).toBeDefined();
  expect(() => parseLine(selection, selection.command as Command)).not.toThrow();
});
