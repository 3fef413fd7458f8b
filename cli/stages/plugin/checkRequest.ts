import { show } from '../../../schema/issue.ts'
import type { Finding } from './finding.ts'
import { ASKS, VERBS } from './known.ts'
import { at, type Call, type Source, textOf } from './sources.ts'

/**
 * Reports a `kit.chain.request` with a method that asks the wallet, because `request` is for reads only. Some of these
 * methods have a function of `kit.chain`; others a plugin cannot use.
 */
export function checkRequest(source: Source, { node, name, owner }: Call): Finding | undefined {
  const [argument] = node.arguments
  const method = name === 'request' && owner === 'chain' ? textOf(argument) : undefined
  if (!argument || method === undefined || !ASKS.test(method)) return undefined
  const verb = Object.keys(VERBS).find((each) => VERBS[each] === method)
  const fix = verb === undefined ? 'Remove it: a plugin cannot ask a wallet for this.' : `Use kit.chain.${verb}.`
  return at(source, argument, method, `kit.chain.request refuses ${show(method)}: it asks the wallet`, 'a read', fix)
}
