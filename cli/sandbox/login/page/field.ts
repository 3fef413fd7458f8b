/** A line of a request; `code` is not prose: an address, bytes. */
export type Field = { label: string; value: string; code?: true }

export const code = (label: string, value: string): Field => ({ label, value, code: true })
