/**
 * Properties of Max for any balance, fee, decimals and network: it leaves nothing that could be sent, and never more
 * than there is.
 */
import fc from 'fast-check'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { RENT_MINIMUM } from '../../../plugins/send/gas.ts'
import * as form from '../../../plugins/send/form.ts'
import { plainText } from '../../../runtime/lib/tokenAmount.ts'
import { blankSend } from '../../../plugins/send/state.ts'

const NETWORKS = {
  eip155: {
    caipNetworkId: 'eip155:31337',
    decimals: 18,
    reserve: 0n,
    limit: 2n ** 96n,
    contract: `0x${'1'.repeat(40)}`,
  },
  solana: {
    caipNetworkId: 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh',
    decimals: 9,
    reserve: RENT_MINIMUM,
    limit: 2n ** 63n,
    contract: '8AmdERAtgNXJZKD4Sr6Y5Rzv46sPxSC9PSnJxtxsqL8j',
  },
} as const
export type Case = {
  namespace: keyof typeof NETWORKS
  isToken: boolean
  native: bigint
  fee: bigint
  held: bigint
  decimals: number
  extra: bigint
}

/** Random cases. Many are at a limit: the balance is the fee, with or without the rent, or nearly so. */
export const cases: fc.Arbitrary<Case> = fc
  .record({
    namespace: fc.constantFrom<Case['namespace']>('eip155', 'solana'),
    isToken: fc.boolean(),
    fee: fc.oneof(fc.constant(5_000n), fc.bigInt(0n, 10n ** 17n)),
    near: fc.oneof(
      fc.constantFrom(-1n, 0n, 1n, RENT_MINIMUM - 1n, RENT_MINIMUM, RENT_MINIMUM + 1n),
      fc.bigInt(0n, 2n ** 63n),
    ),
    held: fc.bigInt(0n, 2n ** 63n),
    decimals: fc.integer({ min: 0, max: 18 }),
    extra: fc.oneof(fc.constantFrom(1n, RENT_MINIMUM - 1n, RENT_MINIMUM, RENT_MINIMUM + 1n), fc.bigInt(1n, 2n ** 62n)),
  })
  .map(({ near, ...each }) => ({ ...each, native: each.fee + near > 0n ? each.fee + near : 0n }))

/** The panel's form with these values. */
function formOf({ namespace, isToken, native, fee, held, decimals }: Case) {
  const network = NETWORKS[namespace]
  const places = isToken ? decimals : network.decimals
  const kit = {
    account: () => ({
      allAccounts: [],
      namespace,
      preferredAccountType: 'eoa',
      caipAddress: `${network.caipNetworkId}:me`,
    }),
    network: () => ({ caipNetworkId: network.caipNetworkId, nativeCurrency: { decimals: network.decimals } }),
  } as unknown as Pick<PluginKit, 'account' | 'network'>
  const state = blankSend()
  const panel = { kit, state, outbox: { recipients: () => [] } }
  const balance = { value: isToken ? held : native, decimals: places }
  state.token = {
    name: 'Token',
    symbol: 'TKN',
    chainId: network.caipNetworkId,
    ...(isToken && { address: `${network.caipNetworkId}:${network.contract}` }),
    price: 0,
    quantity: { decimals: String(places), numeric: plainText(balance) },
    iconUrl: '',
  }
  Object.assign(state, {
    receiver: { status: 'found', text: 'receiver', address: 'receiver' },
    gas: { limit: 1n, price: fee, fee, nativeBalance: native, nativePrice: undefined, reserve: network.reserve },
    exactBalance: isToken ? balance : undefined,
    receiverHolds: RENT_MINIMUM,
  })
  const type = (value: bigint) => void (state.sendTokenAmount = plainText({ value, decimals: places }))
  return { panel, type, reserve: network.reserve }
}

/** What is wrong with Max in a case, or `undefined`. */
export function faultOf(each: Case): string | undefined {
  const { panel, type, reserve } = formOf(each)
  const { isToken, native, fee, held, extra } = each
  const max = form.max(panel)?.value
  if (max === undefined || max < 0n) return 'no Max'
  if (isToken ? max !== held : max > 0n && max + fee !== native) return 'Max leaves dust, or overspends'
  if (max === 0n) return !isToken && native > fee ? 'nothing, though there is something' : undefined
  type(max)
  const left = native - fee - (isToken ? 0n : max)
  const mayStay = left === 0n || left >= reserve
  const intent = form.intent(panel)
  if ((left >= 0n && native > 0n && mayStay) !== (intent !== undefined))
    return `Max is ${form.label(panel)}, with ${left} left`
  if (intent && intent.amount !== max) return 'another amount is sent'
  // More than Max must not be sent. Less may be sent only if the account may keep what is left.
  type(max + extra)
  if (form.intent(panel)) return 'more than Max is sent'
  if (extra >= max || isToken) return undefined
  type(max - extra)
  return extra >= reserve === (form.intent(panel) !== undefined) ? undefined : `${extra} left: ${form.label(panel)}`
}
