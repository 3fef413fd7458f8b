/** A manifest as it was imported, before anything of it is believed. */
export type Manifest = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
