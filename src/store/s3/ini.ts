/**
 * Parses the files of the AWS command line, `~/.aws/credentials` and `~/.aws/config`, as sections of settings. A setting may contain nested
 * settings on indented lines; they are returned as `name.inner`.
 *
 *     [profile lab]
 *     region = eu-central-1        region            eu-central-1
 *     s3 =                         s3                (empty)
 *       addressing_style = path    s3.addressing_style   path
 */
export type IniSection = ReadonlyMap<string, string>;

/** Sections by their header, with runs of spaces reduced to one. Duplicate sections are merged, and the later setting wins. */
export function parseIni(text: string): ReadonlyMap<string, IniSection> {
  const sections = new Map<string, Map<string, string>>();
  let section: Map<string, string> | undefined;
  let outer = { name: '', indent: 0 };
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#') || bare.startsWith(';')) continue;
    const header = /^\[([^\]]*)\]\s*(?:[#;].*)?$/.exec(bare)?.[1];
    if (header !== undefined) {
      const name = header.trim().replace(/\s+/g, ' ');
      section = sections.get(name) ?? new Map<string, string>();
      sections.set(name, section);
      outer = { name: '', indent: 0 };
      continue;
    }
    const equals = bare.indexOf('=');
    if (section === undefined || equals < 0) continue;
    const name = bare.slice(0, equals).trim().toLowerCase();
    const value = valueOf(bare.slice(equals + 1));
    const indent = line.length - line.trimStart().length;
    if (outer.name === '' || indent <= outer.indent) {
      section.set(name, value);
      outer = { name, indent };
    } else if (section.get(outer.name) === '') section.set(`${outer.name}.${name}`, value);
  }
  return sections;
}

/** A comment ends a value only after a space: a secret may contain a `#`. */
function valueOf(text: string): string {
  const comment = text.search(/\s[#;]/);
  return (comment < 0 ? text : text.slice(0, comment)).trim();
}
