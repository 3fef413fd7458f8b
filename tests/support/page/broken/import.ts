/** Fails during import. */
throw new Error('broken at import')
export default undefined as never
