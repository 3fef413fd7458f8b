/** Reads the account's approvals on one network, from the network's own node, as the screen shows them. */
import { type CaipNetwork, type PluginKit, shortAddress } from 'walletkit/plugin'
import { isUnlimited } from './approval.ts'
import { readCode } from './code.ts'
import { findDelegations, isEndless, isWhole } from './delegate.ts'
import { findApprovals, type Held } from './find.ts'
import { findIssuers } from './issuer.ts'
import { type Approval, type EvmApproval, type Read, type SolanaApproval, UNREAD } from './state.ts'

/** Reads the account's approvals on a network, the most dangerous first. Rejects if the node refuses the requests. */
export async function readApprovals(kit: PluginKit, network: CaipNetwork, address: string): Promise<Read> {
  const read = await (network.chainNamespace === 'solana' ? readSolana : readEvm)(kit, network, address)
  return { ...read, list: read.list.toSorted(byDanger) }
}

type Unsorted = Read & { list: Approval[] }

/** Sends requests to this network's node, whichever network is active. */
const nodeOf = (kit: PluginKit, { caipNetworkId }: CaipNetwork): Pick<PluginKit['chain'], 'request'> => ({
  request: (method, params) => kit.chain.request(method, params, { caipNetworkId }),
})

async function readEvm(kit: PluginKit, network: CaipNetwork, address: string): Promise<Unsorted> {
  const node = nodeOf(kit, network)
  const known = new Set(
    balancesOn(kit, network.caipNetworkId).flatMap((token) => token.address?.split(':').at(-1)?.toLowerCase() ?? []),
  )
  const code = readCode(node, address).catch((): typeof UNREAD => UNREAD)
  const { held, blocks, more } = await findApprovals(node, address, kit.signal, known)
  const list = await Promise.all(held.map((each) => named(kit, network.caipNetworkId, each)))
  return { list, blocks, more, unread: 0, issued: [], runs: await code }
}

/**
 * Reads the approvals on Solana. The node's answers contain no symbols, so symbols come from those of the account's
 * token balances that list the mint.
 */
async function readSolana(kit: PluginKit, network: CaipNetwork, address: string): Promise<Unsorted> {
  const node = nodeOf(kit, network)
  const { held, mints, unread } = await findDelegations(node, address)
  const { taken, unread: others } = await findIssuers(node, mints)
  const knownOf = (mint: string) =>
    balancesOn(kit, network.caipNetworkId).find((token) => token.address?.split(':').at(-1) === mint)
  const list = held.map((each): SolanaApproval => {
    const known = knownOf(each.token)
    return { ...each, symbol: known?.symbol || undefined, iconUrl: known?.iconUrl }
  })
  const issued = taken.map((mint) => knownOf(mint)?.symbol || shortAddress(mint))
  return { list, blocks: undefined, more: 0, unread: unread + others, issued, runs: undefined }
}

/**
 * Adds the picture and, except for NFTs, symbol and decimals. Without a symbol, the screen shows the contract's
 * address.
 */
export async function named(kit: PluginKit, caipNetworkId: string, held: Held): Promise<EvmApproval> {
  const known = balancesOn(kit, caipNetworkId).find(({ address }) => address?.toLowerCase().endsWith(held.token))
  const isToken = held.kind === 'token' || held.kind === 'permit2'
  const facts = isToken ? await kit.chain.getToken(held.token, { caipNetworkId }).catch(() => undefined) : undefined
  return { ...held, symbol: facts?.symbol || undefined, decimals: facts?.decimals, iconUrl: known?.iconUrl }
}

/**
 * The tokens of the account that walletkit has already read. On most sites these are only tokens of the active network.
 */
const balancesOn = (kit: PluginKit, caipNetworkId: string) =>
  kit.account().tokenBalance?.filter(({ chainId }) => chainId === caipNetworkId) ?? []

/**
 * Sorts by danger: first approvals without a limit and those for whole collections; then (on Solana) those that cover
 * all that the token account holds now; then the others; and last those of frozen token accounts. Within each group,
 * sorts by token address.
 */
const byDanger = (a: Approval, b: Approval) => danger(b) - danger(a) || (a.token < b.token ? -1 : 1)
const danger = (each: Approval) => {
  if (each.kind !== 'delegate') return isUnlimited(each) || each.kind === 'collection' ? 2 : 0
  if (each.frozen) return -1
  return isEndless(each) ? 2 : isWhole(each) ? 1 : 0
}
