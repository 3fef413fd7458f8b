/** The sandbox's networks besides the EVM ones, and options of the test wallet with funded keys on them. */
import type { Sandbox } from '../../sandbox/index.ts'
import type { CaipNetwork } from '../../runtime/contracts/network.ts'
import type { OwnNamespace } from '../../runtime/lib/namespace.ts'
import type { InstallOptions } from '../../runtime/test/index.ts'
import { findNetwork } from '../../schema/networks.ts'

export type OtherNamespace = Exclude<OwnNamespace, 'eip155'>

const idOf = ({ solana, bitcoin, polkadot }: Sandbox): Record<OtherNamespace, string> => ({
  solana: solana.caipNetworkId,
  polkadot: polkadot.caipNetworkId,
  bip122: bitcoin.caipNetworkId,
})

/** The networks as a resolved config has them. */
export const otherNetworks = (sandbox: Sandbox, namespaces: readonly OtherNamespace[]): CaipNetwork[] =>
  namespaces.flatMap((namespace) => {
    const network = findNetwork(idOf(sandbox)[namespace])
    const http = namespace === 'solana' ? [sandbox.solana.rpcUrl] : []
    return network ? [{ ...network, rpcUrls: { default: { http } } }] : []
  })

/** Options of the test wallet with the keys that the sandbox has funded on these namespaces. */
export function otherKeys(sandbox: Sandbox, namespaces: readonly OtherNamespace[]): Partial<InstallOptions> {
  const { solana, polkadot, bitcoin } = sandbox
  const all = {
    solana: { keys: solana.accounts.map(({ secretKey }) => `0x${secretKey}` as const), rpcUrl: solana.rpcUrl },
    bip122: { keys: bitcoin.accounts.map(({ seed }) => `0x${seed}` as const), url: bitcoin.url },
    polkadot: { keys: polkadot.accounts.map(({ seed }) => `0x${seed}` as const) },
  }
  return Object.fromEntries(Object.entries(all).filter(([namespace]) => namespaces.includes(namespace as never)))
}
