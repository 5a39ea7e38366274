/**
 * `fingerprint struct-check --rules X.sf.yaml`: checks whether a delivery is complete, folder by folder, from the names in a scan.
 *
 *     vacuum delivery | fingerprint struct-check --rules delivery.sf.yaml
 */
import { formatSpine } from '#core/json/write';
import { readDelivered } from '#fingerprint/ops/delivered-files';
import { readLocatedYaml } from '#fingerprint/ops/yaml-mistakes';
import { structCheck, structFindingObject } from '#fingerprint/structure/struct-check';
import { readStructRules, type StructRule } from '#fingerprint/structure/struct-rules';
import { version } from '#installation/paths';
import { badRules, unreadableFile } from '#stream/fingerprint-refusals';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { recordInput } from '../file-argument.ts';
import { openInput } from '../hash/input.ts';
import { bufferText } from '../output.ts';

export function run(invocation: Invocation): Finished {
  const file = invocation.value('--rules');
  if (file === undefined) throw new UsageError('--rules FILE is missing');
  invocation.record.params = { subcommand: 'struct-check', rules: file };
  recordInput(invocation, file);
  const [rulesInput] = invocation.record.inputs;
  const rules = readRules(invocation, file);
  const input = openInput(invocation);
  const out = bufferText(invocation.stdout);
  try {
    const { files, toolVersions } = readDelivered(input.source);
    const findings = structCheck(rules, files);
    const versions = { ...toolVersions, fingerprint: version };
    for (const finding of findings) out.write(`${formatSpine(structFindingObject(finding, versions))}\n`);
    const isComplete = findings.every(({ outcome }) => outcome === 'complete');
    return isComplete ? { exit: 0, outcome: 'COMPLETE' } : { exit: 1, outcome: 'INCOMPLETE' };
  } finally {
    out.flush();
    invocation.record.inputs = [...(rulesInput === undefined ? [] : [rulesInput]), input.close()];
  }
}

function readRules(invocation: Invocation, file: string): readonly StructRule[] {
  const yaml = readLocatedYaml(invocation.resolve(file));
  if (yaml.kind === 'mistake') throw yaml.isUnread ? unreadableFile(file, yaml.mistake.message) : badRules(file, [yaml.mistake]);
  const read = readStructRules(yaml.value);
  if (read.kind === 'faults') throw badRules(file, yaml.locate(read.faults));
  return read.rules;
}
