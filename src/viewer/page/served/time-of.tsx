/** A time as a document states it, to the minute; the whole text is its title. */
export function TimeOf({ created }: { readonly created: string | null }) {
  if (created === null) return <>not stated</>;
  const [, day, minute] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(created) ?? [];
  return <span title={created}>{day === undefined ? created : `${day} ${minute}`}</span>;
}
