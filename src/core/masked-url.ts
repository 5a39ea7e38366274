/**
 * A URL as it may be shown and recorded: without the user and the password before its host, and without its query, which may have a token.
 *
 *     maskedUrl('oci://me:secret@registry.example.org/evidence')     oci://***@registry.example.org/evidence
 *     maskedUrl('oci://registry.example.org/evidence@sha256:…')      as it is
 */
export function maskedUrl(text: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)(.*)$/is.exec(text) ?? [];
  if (scheme === '') return text;
  const [pack = ''] = /@sha256:[0-9a-f]{64}$/.exec(rest) ?? [];
  const place = rest.slice(0, rest.length - pack.length).replace(/[?#][^]*$/, '?…');
  return `${scheme}${place.replace(/^[^/]*@/, '***@').replace(/^[^/@:]*:(?!\d+\/)[^@]*@/, '***@')}${pack}`;
}
