/**
 * Links between the explorer's pages. Ids are encoded, because the rows that a test adds to a history may have any text
 * as a hash.
 */
import { link, type Value } from './sheet.ts'

const to =
  (part: string) =>
  (id: string | undefined, text = id): Value =>
    id === undefined || text === undefined ? '–' : link(text, `${part}/${encodeURIComponent(id)}`)

export const toTransaction = to('tx')
export const toAddress = to('address')
export const toBlock = to('block')
export const toToken = to('token')

export const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
