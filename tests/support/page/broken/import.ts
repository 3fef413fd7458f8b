/** Fails as it is imported. */
throw new Error('broken at import')
export default undefined as never
