/**
 * Tools in three spaces, the same in every run: Python tools of about 2 KiB, 100 in each folder, that share a few runtimes and primitives.
 *
 *     project/.ai/tools/batch-007/tool-00712.py  ->  user/tools/runtimes/python-12.yaml  ->  system/tools/primitives/subprocess-0.yaml
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const A_FOLDER = 100;
const RUNTIMES = 20;
const PRIMITIVES = 2;
const SIZE = 2048;

export function makeToolChains(root, { count }) {
  const [project, user, system] = ['project/.ai/tools', 'user/tools', 'system/tools'].map((path) => join(root, path));
  for (const folder of [join(user, 'runtimes'), join(system, 'primitives')]) mkdirSync(folder, { recursive: true });
  for (let number = 0; number < PRIMITIVES; number++)
    writeFileSync(join(system, `primitives/subprocess-${number}.yaml`), primitive(number));
  for (let number = 0; number < RUNTIMES; number++) writeFileSync(join(user, `runtimes/python-${number}.yaml`), runtime(number));
  for (let number = 0; number < count; number++) {
    const folder = join(project, `batch-${digits(Math.floor(number / A_FOLDER), 3)}`);
    if (number % A_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `tool-${digits(number, 5)}.py`), tool(number));
  }
}

function tool(number) {
  let text = `"""Tool number ${number}."""

__version__ = "1.${number % 10}.0"
__tool_type__ = "python"
__executor_id__ = "runtimes/python-${number % RUNTIMES}"

import json
import sys

`;
  for (let step = 0; text.length < SIZE; step++) {
    text += `
def step_${step}(rows, limit=${(number * 31 + step) % 997}):
    """Keep the rows of step ${step} that are below the limit."""
    kept = [row for row in rows if row["value"] < limit]
    return {"kept": kept, "dropped": len(rows) - len(kept)}

`;
  }
  return `${text}\nprint(json.dumps(step_0(json.loads(sys.argv[1]))))\n`;
}

function runtime(number) {
  return `version: "2.${number}.0"
tool_type: runtime
executor_id: primitives/subprocess-${number % PRIMITIVES}
config:
  command: python3
  args:
    - "{tool_path}"
    - "{params_json}"
  timeout: ${60 + number}
`;
}

function primitive(number) {
  return `version: "1.${number}.0"\ntool_type: primitive\nexecutor_id: null\n`;
}

function digits(number, width) {
  return String(number).padStart(width, '0');
}
