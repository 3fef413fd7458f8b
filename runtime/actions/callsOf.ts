/** Copies and checks the calls that a wallet will be asked to send, before the visitor reviews them. */
import type { PluginTransaction } from '../contracts/pluginChain.ts'
import type { NotedCall } from '../contracts/requests.ts'

/**
 * Copies the fields of a transaction or call that walletkit knows. Throws a TypeError unless `to` is a string, `data`
 * (if given) a string, and each given number a bigint: an object that only converts to such a value could convert to
 * another one after the review.
 */
export function transactionOf({ to, value, data, gas, gasPrice }: PluginTransaction): PluginTransaction {
  const given = Object.entries({ to, value, data, gas, gasPrice }).filter(([, each]) => each !== undefined)
  for (const [name, each] of given) {
    const needed = name === 'to' || name === 'data' ? 'string' : 'bigint'
    if (typeof each !== needed) throw new TypeError(`${name} of the transaction is no ${needed}`)
  }
  if (to === undefined) throw new TypeError('to of the transaction is no string')
  return { to, ...Object.fromEntries(given) }
}

/** The most calls in one request, because a visitor cannot review more. */
const MOST_CALLS = 20

/** Copies 1 to 20 calls. Throws for any other number of calls, and for fields of the wrong type. */
export function callsOf<C extends NotedCall>(given: readonly C[]): NotedCall[] {
  const { length } = given
  if (length < 1 || length > MOST_CALLS) throw new Error(`A batch has 1 to ${MOST_CALLS} calls, and this one ${length}`)
  return given.map(({ to, value, data, note }) => ({
    ...transactionOf({ to, value, data } as NotedCall),
    ...(note && { note: structuredClone(note) }),
  }))
}
