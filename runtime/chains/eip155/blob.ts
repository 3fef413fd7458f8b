/** What a blob transaction may carry (EIP-4844; spec section 9). Sizes in bytes. */
export const FIELD_ELEMENTS_PER_BLOB = 4_096
export const FIELD_ELEMENT_SIZE = 32
export const BLOB_SIZE = FIELD_ELEMENTS_PER_BLOB * FIELD_ELEMENT_SIZE
export const BLOBS_PER_TRANSACTION = 6
/** Each field element gives up its first byte, which keeps it below the modulus, and the last blob one for its end. */
export const BLOB_DATA_LIMIT = (BLOB_SIZE - FIELD_ELEMENTS_PER_BLOB) * BLOBS_PER_TRANSACTION - 1
