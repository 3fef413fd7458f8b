import { useEffect, useState } from 'react'
import type { Kit } from '../contracts/kit.ts'
import { networkRpc } from '../http/networkRpc.ts'
import { readKind, type TokenKind } from '../lib/tokenKind.ts'
import { findNetwork } from '../state/findNetwork.ts'

export type TokenKinds = ReadonlyMap<string, TokenKind>

/**
 * The kinds of the contracts at these addresses on the EVM network `chain` (CAIP-2). A contract is missing until it has
 * answered, because the screen does not wait. A contract that rejects the question is listed as `items`, because it may
 * hold collectibles.
 */
export function useTokenKinds(kit: Kit, chain: string, tokens: readonly string[]): TokenKinds {
  const [kinds, setKinds] = useState<TokenKinds>(() => new Map())
  const asked = [...new Set(tokens)].join(' ')
  useEffect(() => {
    let isOver = false
    setKinds(new Map())
    const network = findNetwork(kit.state.networks, chain)
    if (asked && network?.chainNamespace === 'eip155')
      for (const to of asked.split(' '))
        void readKind((data) =>
          networkRpc(kit, network).request({ method: 'eth_call', params: [{ to, data }, 'latest'] }),
        ).then(({ kind }) => !isOver && setKinds((known) => new Map(known).set(to, kind)))
    return () => void (isOver = true)
  }, [kit, chain, asked])
  return kinds
}
