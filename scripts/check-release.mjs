/**
 * Checks that this tree belongs to a tag: package.json and the lockfile have the version of the tag, and CHANGELOG.md has a section for it.
 *
 *     node scripts/check-release.mjs v1.2.3        exit 1, and a line for each mismatch
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The faults, as sentences; empty if the release may continue. */
export function releaseFaults(tag, { manifest, lockfile, changelog }) {
  const [, version] = /^v(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(tag) ?? [];
  if (version === undefined) return [`the tag ${tag} is not of the form v1.2.3`];
  const faults = [];
  for (const [name, { version: said }] of Object.entries({ 'package.json': manifest, 'package-lock.json': lockfile })) {
    if (said !== version) faults.push(`${name} says version ${said}, the tag says ${version}`);
  }
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  if (section === undefined) faults.push(`CHANGELOG.md has no section '## ${version}'`);
  else if (!/^- /m.test(section)) faults.push(`the section '## ${version}' of CHANGELOG.md lists nothing`);
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  const tree = {
    manifest: JSON.parse(read('package.json')),
    lockfile: JSON.parse(read('package-lock.json')),
    changelog: read('CHANGELOG.md'),
  };
  const faults = releaseFaults(process.argv[2] ?? '', tree);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
