/** Reads tokens, balances, prices and the gas price. Ignores answers for another account or network. */
import type { PluginKit } from 'walletkit/plugin'
import { isSwapChain } from './chains.ts'
import { failsAs, swapError, SWAP_ERRORS } from './errors.ts'
import { isNative, isWhole, nativeDecimals } from './form.ts'
import type { SwapPanel } from './panel.ts'
import { contractOf, heldOf, heldToken, isSameAddress, type SwapToken } from './tokens.ts'

/**
 * Fetches token list, native price, balances and gas price in parallel. Continues without the price, which only the
 * figures need. Throws 'Network not supported for Swaps' on an unsupported network, and 'Failed to initialize swap' if
 * one of the others cannot be fetched.
 */
export async function readAll(panel: SwapPanel): Promise<void> {
  const { kit, provider, options, state, reads } = panel
  const network = kit.network()?.caipNetworkId
  if (network === undefined || !isSwapChain(network, options.chains)) throw swapError('SWAP_NETWORK')
  const isCurrent = reads.current()
  state.status = 'loading'
  try {
    const [tokens, held, gasFee] = await Promise.all([
      provider.tokens(network),
      fetchHeld(kit, network),
      readGasPrice(panel),
      readNetworkPrice(panel),
    ])
    if (!isCurrent()) return
    Object.assign(state, { status: 'form', tokens: [...tokens], held: heldOf(held, tokens), gasFee })
    state.sourceToken ??= state.tokens.find((token) => isNative(panel, token))
  } catch (error) {
    if (!isCurrent()) return
    state.status = 'off'
    failsAs('SWAP_INIT')(error)
  }
}

async function readNetworkPrice(panel: SwapPanel) {
  const isCurrent = panel.reads.current()
  const address = panel.kit.nativeToken()
  try {
    if (address !== undefined) await readPrice(panel, address)
  } catch (error) {
    if (isCurrent()) panel.kit.report(swapError('SWAP_PRICE', error), 'SWAP_PRICE', SWAP_ERRORS)
  }
}

async function readPrice({ provider, state, reads }: SwapPanel, address: string) {
  const isCurrent = reads.current()
  const found = await provider.prices([address])
  if (!isCurrent()) return
  for (const { address: of, price } of found)
    state.facts[of.toLowerCase()] = { ...state.facts[of.toLowerCase()], price }
}

/** The balances on one network (CAIP-2). Filters the response, because a service may return other networks too. */
export async function fetchHeld(kit: PluginKit, caipNetworkId: string): Promise<SwapToken[]> {
  const balances = await kit.fetchBalances({ force: true })
  const native = kit.nativeToken()
  return balances.flatMap((each) => (each.chainId === caipNetworkId ? (heldToken(each, native) ?? []) : []))
}

/**
 * The gas price in wei from the swap provider; on Solana the fee of a plain transfer in lamports, from the node. Throws
 * 'Network not supported for Gas Price' on any other network.
 */
export async function readGasPrice({
  kit,
  provider,
  options,
}: Pick<SwapPanel, 'kit' | 'provider' | 'options'>): Promise<bigint> {
  const network = kit.network()
  if (network?.chainNamespace === 'solana') return kit.chain.estimateFee({ to: kit.account().address ?? '', value: 1n })
  if (network?.chainNamespace !== 'eip155' || !isSwapChain(network.caipNetworkId, options.chains))
    throw swapError('SWAP_GAS_NETWORK')
  return provider.gasPrice(network.caipNetworkId)
}

/**
 * Reads a token's price, and its balance from the chain. If the chain does not answer, keeps the known balance. If the
 * chain names other decimals, removes the token from the list and the form.
 */
export async function readToken(panel: SwapPanel, token: SwapToken): Promise<void> {
  const { kit, state, reads } = panel
  if (!isWhole(token)) return
  const isCurrent = reads.current()
  const { address, decimals } = token
  const balance = isNative(panel, token)
    ? kit.chain.getBalance().then((value) => ({ balance: value, decimals: nativeDecimals(panel) }))
    : kit.chain.getToken(contractOf(token))
  const [held] = await Promise.allSettled([balance, readPrice(panel, address)])
  if (!isCurrent() || held.status !== 'fulfilled') return
  // If the contract disagrees about the decimals, every figure would be wrong: remove the token.
  if (held.value.decimals !== decimals) return drop(panel, address)
  const key = address.toLowerCase()
  state.facts[key] = { ...state.facts[key], balance: { value: held.value.balance, decimals } }
}

function drop({ state }: SwapPanel, address: string) {
  state.tokens = state.tokens.filter((token) => !isSameAddress(token.address, address))
  if (isSameAddress(state.sourceToken?.address, address)) state.sourceToken = undefined
  if (isSameAddress(state.toToken?.address, address)) state.toToken = undefined
}

/** Refreshes prices, balances and gas price. A value whose request fails stays as it was. */
export async function refresh(panel: SwapPanel): Promise<void> {
  const { kit, state, reads } = panel
  const isCurrent = reads.current()
  const { sourceToken, toToken } = state
  const [native, network] = [kit.nativeToken(), kit.network()?.caipNetworkId ?? '']
  await Promise.allSettled([
    ...[sourceToken, toToken].map((token) => token && readToken(panel, { ...token })),
    native && readPrice(panel, native),
    fetchHeld(kit, network).then((held) => isCurrent() && (state.held = heldOf(held, state.tokens))),
    readGasPrice(panel).then((price) => isCurrent() && (state.gasFee = price)),
  ])
}
