/** A line of a request. `code` marks an address or bytes rather than prose. */
export type Field = { label: string; value: string; code?: true }

export const code = (label: string, value: string): Field => ({ label, value, code: true })
