/**
 * Finds the position of a value in a YAML text: that of its key, or of the item itself in a list. For a value that does not exist, it is
 * the position of the nearest existing parent.
 *
 *     yamlPlaces(bytes of 'a: 1\nb:\n  - c: 2\n')(['b', 0, 'c'])     { line: 3, column: 5 }
 */
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { decodeUtf8 } from '#core/bytes/utf8';
import { placeIn, type YamlPlace } from './read.ts';

const require = createRequire(import.meta.url);

/** For bytes that `parseYaml` accepts. */
export function yamlPlaces(bytes: Uint8Array): (path: readonly (string | number)[]) => YamlPlace {
  const text = decodeUtf8(bytes);
  const nodeAt = openNodes(text);
  return (path) => placeIn(text, nodeAt(path).at);
}

/** The text of a number or another scalar without quotes as it was written, such as `4.750`; null if there is none at that path. */
export function yamlSources(bytes: Uint8Array): (path: readonly (string | number)[]) => string | null {
  const nodeAt = openNodes(decodeUtf8(bytes));
  return (path) => (nodeAt(path).node as Partial<Yaml.Scalar> | null)?.source ?? null;
}

interface FoundNode {
  readonly node: unknown;
  readonly at: number;
}

function openNodes(text: string): (path: readonly (string | number)[]) => FoundNode {
  const yaml = require('yaml') as typeof Yaml;
  const { contents } = yaml.parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: false, prettyErrors: false });
  return (path) => {
    let node: unknown = contents;
    let at = startOf(node);
    for (const step of path) {
      if (yaml.isMap(node)) {
        const pair = node.items.find(({ key }) => yaml.isScalar(key) && key.value === step);
        if (pair === undefined) break;
        at = startOf(pair.key);
        node = pair.value;
      } else if (yaml.isSeq(node) && typeof step === 'number' && step < node.items.length) {
        node = node.items[step];
        at = startOf(node) || at;
      } else break;
    }
    return { node, at };
  };
}

function startOf(node: unknown): number {
  return (node as Partial<Yaml.Node> | null)?.range?.[0] ?? 0;
}
