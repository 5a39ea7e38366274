/** The names of files that are definitions where they lie in a folder of definitions: `tape.fp.yaml`, `tape.fp.v2.yml`. */
const NAME = /\.fp\.(?:.*\.)?ya?ml$/;

export function isDefinitionName(name: string): boolean {
  return NAME.test(name);
}
