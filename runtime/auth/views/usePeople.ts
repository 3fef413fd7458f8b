import { useEffect, useState } from 'react'
import type { Kit } from '../../contracts/kit.ts'
import { type Part, takerOf } from '../describe/described.ts'
import { isPersonal } from '../personal.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** The spenders that are a person's account. Empty until the chain answers, because the screen does not wait for it. */
export function usePeople(kit: Kit, chain: string, parts: readonly Part[] = []): ReadonlySet<string> {
  const [people, setPeople] = useState(NOBODY)
  const takers = [...new Set(parts.flatMap((part) => takerOf(part) ?? []))].join(' ')
  useEffect(() => {
    let isOver = false
    setPeople(NOBODY)
    const { caipNetwork } = kit.state.networks.eip155
    if (takers && caipNetwork?.caipNetworkId === chain)
      for (const taker of takers.split(' '))
        isPersonal(kit, caipNetwork, taker)
          .then((is) => is && !isOver && setPeople((known) => new Set(known).add(taker)))
          // If the chain does not answer, show no warning.
          .catch(() => undefined)
    return () => void (isOver = true)
  }, [kit, chain, takers])
  return people
}
