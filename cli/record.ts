/**
 * A third party's manifest, not validated yet. For parsed JSON use `isObject` in schema/pieces.ts.
 */
export type Manifest = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A function in a manifest, read as text and not run. `file`: the path that it imports, if it does nothing else. */
export class SourceFunction {
  readonly code: string
  readonly file: string | undefined
  constructor(code: string, file: string | undefined) {
    this.code = code
    this.file = file
  }
}
