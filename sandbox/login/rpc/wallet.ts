/** `wallet_getCapabilities` (EIP-5792), and `wallet_getAssets` (ERC-7811), whose balances come from the chains. */
import { parseUnits, toHex, type Hex } from 'viem'
import { Denied } from '../denied.ts'
import type { Chains } from './chain.ts'
import { caipOf, hexOf } from './chainId.ts'
import { addressOf, fieldsOf, listOf } from './params.ts'
import { paymastersFor } from './paymaster.ts'

/**
 * The permissions that `wallet_getCapabilities` reports. `wallet_grantPermissions` (see permissions.ts) also takes
 * `native-token-transfer`.
 */
export const PERMISSIONS = {
  supported: true,
  permissionTypes: ['contract-call', 'native-token-recurring-allowance'],
  signerTypes: ['key', 'keys', 'account'],
  policyTypes: [],
}

/**
 * Answers `wallet_getCapabilities` for the EVM chains that the page names, or for all.
 * @param site the origin of the page
 * @param kindOf tells whether an address is the user's smart account on a chain (CAIP-2), or that of the key itself;
 *   `none` if it is a smart account's and that chain has no smart accounts
 */
export async function capabilities(
  chains: Chains,
  params: unknown,
  site: string,
  kindOf: (address: Hex, caip: string) => Promise<'smart' | 'plain' | 'none'>,
) {
  const [account, ids] = listOf(params)
  const address = addressOf(account)
  const wanted = ids === undefined ? undefined : listOf(ids).map(caipOf)
  const found: Record<string, object> = {}
  for (const { node } of chains.bundlers) {
    const caip = node.caipNetworkId
    if (wanted && !wanted.includes(caip)) continue
    const kind = await kindOf(address, caip)
    if (kind === 'none') continue
    const able = kind === 'smart'
    const atomic = { status: able ? 'supported' : 'unsupported' }
    const pays = paymastersFor(chains, caip, site).length > 0 && { paymasterService: { supported: true } }
    const all = { atomic, atomicBatch: { supported: true }, permissions: PERMISSIONS, ...pays }
    found[hexOf(caip)] = able ? all : { atomic }
  }
  return found
}

export async function assets(chains: Chains, params: unknown, owns: (address: Hex) => Promise<boolean>) {
  const { account, chainFilter, assetTypeFilter } = fieldsOf(listOf(params)[0] ?? params)
  const address = addressOf(account)
  if (!(await owns(address))) throw new Denied(`This login has no account ${address}`, 403, 4100)
  const wanted = chainFilter === undefined ? undefined : listOf(chainFilter).map(caipOf)
  const types =
    assetTypeFilter === undefined ? undefined : listOf(assetTypeFilter).map((type) => String(type).toLowerCase())
  const held: Record<string, object[]> = {}
  for (const chain of chains.bundlers) {
    const { node } = chain
    if (wanted && !wanted.includes(node.caipNetworkId)) continue
    const balances = (await chains.balances?.(chain, address)) ?? []
    held[hexOf(node.caipNetworkId)] = balances
      .map(({ name, symbol, quantity: { decimals, numeric }, address: contract }) => ({
        address: contract?.split(':').at(-1) ?? 'native',
        balance: toHex(parseUnits(numeric, Number(decimals))),
        type: contract ? 'erc20' : 'native',
        metadata: { name, symbol, decimals: Number(decimals) },
      }))
      .filter(({ type }) => !types || types.includes(type))
  }
  return held
}
