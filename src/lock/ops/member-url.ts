/** Whether `lock verify` finds members there, and not in a folder. No code of stores is loaded to know that. */
export function isMemberUrl(root: string): boolean {
  return /^(?:s3|oci):\/\//i.test(root);
}
