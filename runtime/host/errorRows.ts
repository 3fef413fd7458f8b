import type { ErrorRow, ErrorRows, Surface } from '../errors/catalogue.ts'
import { isRecord } from '../lib/isRecord.ts'

const SURFACES = ['toast', 'alert', 'inline', 'thrown'] as const satisfies readonly Surface[]

/**
 * A copy of a third-party plugin's error rows in which each field has its declared type. A plugin in plain JavaScript
 * may pass anything, and toasts and alerts are outside of its error boundary. Rows without a message are left out.
 */
export const readRows = (given: unknown): ErrorRows =>
  Object.fromEntries(
    Object.entries(isRecord(given) ? given : {}).flatMap(([code, row]) => {
      const read = readRow(row)
      return read ? [[code, read] as const] : []
    }),
  )

function readRow(row: unknown): ErrorRow | undefined {
  if (!isRecord(row)) return undefined
  const { message, show, loud, declined } = row
  if (typeof message !== 'string') return undefined
  return {
    message,
    show: SURFACES.find((each) => each === show) ?? 'toast',
    ...(loud === true && { loud }),
    ...(typeof declined === 'string' && { declined }),
  }
}
