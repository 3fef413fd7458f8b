/** Limits of blob transactions (EIP-4844). Sizes in bytes. */
export const FIELD_ELEMENTS_PER_BLOB = 4_096
export const FIELD_ELEMENT_SIZE = 32
export const BLOB_SIZE = FIELD_ELEMENTS_PER_BLOB * FIELD_ELEMENT_SIZE
export const BLOBS_PER_TRANSACTION = 6
/**
 * Data fills 31 of the 32 bytes of a field element: its first byte stays 0, which keeps it below the BLS modulus. One
 * more byte marks the end of the data.
 */
export const BLOB_DATA_LIMIT = (BLOB_SIZE - FIELD_ELEMENTS_PER_BLOB) * BLOBS_PER_TRANSACTION - 1
