import { useEffect, useState } from 'react'
import type { Kit } from '../../contracts/kit.ts'
import { type Part, takerOf } from '../describe/described.ts'
import { codeKind } from '../../data/codeKind.ts'
import { findNetwork } from '../../state/findNetwork.ts'

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Which spenders in the parts are a person's account and not a contract, so that the screen warns of them. Empty until
 * the chain answers: the screen does not wait for it.
 */
export function usePeople(kit: Kit, chain: string, parts: readonly Part[] = []): ReadonlySet<string> {
  const [people, setPeople] = useState(NOBODY)
  const takers = [...new Set(parts.flatMap((part) => takerOf(part) ?? []))].join(' ')
  useEffect(() => {
    let isOver = false
    setPeople(NOBODY)
    for (const taker of takers ? takers.split(' ') : [])
      isPersonOn(kit, chain, taker)
        .then((is) => is && !isOver && setPeople((known) => new Set(known).add(taker)))
        // If the chain does not answer, show no warning.
        .catch(() => undefined)
    return () => void (isOver = true)
  }, [kit, chain, takers])
  return people
}

/**
 * Whether the address is a person's account (of a key) and not a contract, on the request's network (CAIP-2), which
 * need not be the active one: a login acts on its own while another wallet is the active one. An app that asks for an
 * allowance is a contract; a thief's address often is not. `false` on a network that is not an EVM network of the page.
 * Rejects if the network does not answer.
 */
export async function isPersonOn(kit: Kit, chain: string, address: string): Promise<boolean> {
  const network = findNetwork(kit.state.networks, chain)
  return network?.chainNamespace === 'eip155' && (await codeKind(kit, network, address)) !== 'contract'
}
