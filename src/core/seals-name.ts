/** The name of the file with the seals of a document, beside it: `dec.lock.json.seals.jsonl`. */
export const SEALS_SUFFIX = '.seals.jsonl';
