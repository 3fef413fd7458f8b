/** What somebody's code exports, before anything of it is believed. JSON has `isObject` of schema/pieces.ts. */
export type Manifest = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
