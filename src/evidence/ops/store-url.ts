/** Whether an argument is the URL of a store. */
export function isStoreUrl(given: string): boolean {
  return /^(?:oci|s3):\/\/|^file:/i.test(given);
}
