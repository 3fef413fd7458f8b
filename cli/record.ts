/**
 * The default export of a third party's module, not validated yet. For parsed JSON use `isObject` in schema/pieces.ts.
 */
export type Manifest = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
