/**
 * Decides which claims of a lock are pins. Only in these fields an object with a digest is a reference to a pinned file; in parameters it is an
 * ordinary value.
 *
 *     isPinField('corridor_agreement_vc_sha256[1]')     true
 *     isPinField('params')                              false
 */
const OF_A_FILE =
  /^(?:module_manifest_sha256|lawpack_lock_sha256|patches_sha256\[\d+\]|corridor_manifest_sha256|trust_anchors_sha256|key_rotation_sha256|corridor_definition_vc_sha256|corridor_agreement_vc_sha256\[\d+\])$/;
export const LAWPACK_PIN = 'lawpack_digest_sha256';

export function isPinField(field: string): boolean {
  return field === LAWPACK_PIN || isFilePinField(field);
}

/** True for a pin of the bytes of one file. */
export function isFilePinField(field: string): boolean {
  return OF_A_FILE.test(field);
}
