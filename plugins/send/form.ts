/** Functions that only read the state, and calculate from it amounts, fees, warnings and the button's label. */
import { type Amount, findLookAlike, maxAmount, parseAmount, plainText } from 'walletkit/plugin'
import * as gas from './gas.ts'
import { type SendLabel, sendLabel } from './label.ts'
import type { SendFacts } from './panel.ts'
import { balanceOf, contractOf, decimalsOf } from './tokens.ts'
import type { SendIntent } from './transfer.ts'

export const accountType = ({ kit }: SendFacts) => kit.account().preferredAccountType
/** The token's contract; `undefined` for the native currency, and while no token is selected. */
export const contract = ({ state: { token } }: SendFacts) => token && contractOf(token)
export const isNative = (panel: SendFacts) => panel.state.token !== undefined && contract(panel) === undefined
export const decimals = ({ state: { token } }: SendFacts) => token && decimalsOf(token)
/** Decimals of the network's native currency, in which fees are paid; 18 while no network is known. */
export const nativeDecimals = ({ kit }: SendFacts) => kit.network()?.nativeCurrency.decimals ?? 18

/** Whether a wallet request of this form is pending. */
export const isLoading = ({ state }: Pick<SendFacts, 'state'>) => state.since !== undefined

/** The amount in base units; `undefined` if the text is not a valid amount of the token. */
export function amount(panel: SendFacts): bigint | undefined {
  const places = decimals(panel)
  return places === undefined ? undefined : parseAmount(panel.state.sendTokenAmount ?? '', places)
}

/** The token's balance: from the chain if it was read there with the same decimals, else from the balance service. */
export function balance(panel: SendFacts): Amount | undefined {
  const { token, gas: facts, exactBalance } = panel.state
  if (!token) return undefined
  const exact = isNative(panel)
    ? facts && { value: facts.nativeBalance, decimals: nativeDecimals(panel) }
    : exactBalance
  return exact && exact.decimals === decimals(panel)
    ? { value: exact.value, decimals: exact.decimals }
    : balanceOf(token)
}

/** The maximum amount; `undefined` while the balance or, for the native currency, the fee is unknown. */
export function max(panel: SendFacts): Amount | undefined {
  const { gas: facts } = panel.state
  const held = balance(panel)
  if (!held || !isNative(panel)) return held
  return facts && { value: maxAmount(held.value, facts.fee), decimals: held.decimals }
}

/** The whole fee in USD; `undefined` while the fee or its price is unknown. */
export const gasPriceInUSD = (panel: SendFacts): number | undefined =>
  panel.state.gas && gas.gasPriceInUSD(panel.state.gas, nativeDecimals(panel))
/** The native balance in USD, exact. */
export const networkBalanceInUSD = (panel: SendFacts): string | undefined =>
  panel.state.gas && gas.networkBalanceInUSD(panel.state.gas, nativeDecimals(panel))

/** Whether the account cannot pay the fee. */
export function isGasInsufficient(panel: SendFacts): boolean {
  const facts = {
    networkBalanceInUSD: networkBalanceInUSD(panel),
    gasPriceInUSD: gasPriceInUSD(panel),
    isSponsored: panel.state.gas?.isSponsored,
  }
  if (gas.isGasInsufficient({ accountType: accountType(panel), ...facts })) return true
  return panel.state.gas !== undefined && gas.isFeeUncovered(accountType(panel), panel.state.gas, spent(panel))
}

/** Base units of the native currency that the transfer itself sends. */
const spent = (panel: SendFacts) => (isNative(panel) ? (amount(panel) ?? 0n) : 0n)

/**
 * Whether the sender would keep more than nothing but less than an account's minimum balance, so that the transfer
 * would fail; Solana only.
 */
export const isTooMuch = (panel: SendFacts): boolean =>
  panel.state.gas !== undefined && (amount(panel) ?? 0n) > 0n && gas.leavesDust(panel.state.gas, spent(panel))
/**
 * Whether the receiver would end up below an account's minimum balance, so that the transfer would fail; Solana only.
 */
export function isTooLittle(panel: SendFacts): boolean {
  const { gas: facts, receiverHolds } = panel.state
  if (!isNative(panel) || !facts || receiverHolds === undefined) return false
  return spent(panel) > 0n && receiverHolds + spent(panel) < facts.reserve
}

/** The known address that the receiver imitates; `undefined` if none. */
export const lookAlike = (panel: SendFacts): string | undefined =>
  panel.state.receiver.address && imitated(panel, panel.state.receiver.address)

/**
 * The known address that `address` imitates; `undefined` if there is none. Compares addresses of the history before
 * contacts, so that a saved contact which imitates one of them is still found: the visitor may have saved the wrong
 * address.
 */
export function imitated({ kit, state: { known, contacts }, outbox }: SendFacts, address: string): string | undefined {
  const own = kit.account().allAccounts.map((each) => each.address)
  const saved = contacts.map((each) => each.address)
  return findLookAlike(address, [...own, ...outbox.recipients(), ...known]) ?? findLookAlike(address, saved)
}
/**
 * Whether the receiver looks like a known address and the visitor has not yet confirmed that this receiver is meant.
 */
export const mustAccept = (panel: SendFacts): boolean =>
  lookAlike(panel) !== undefined && panel.state.accepted?.address !== panel.state.receiver.address

/** Whether the receiver looks like a known address and the visitor has confirmed that this receiver is meant. */
export const isAccepted = (panel: SendFacts): boolean => lookAlike(panel) !== undefined && !mustAccept(panel)
/** Whether the receiver is the token's own contract: tokens sent there are lost. */
export const isOwnContract = (panel: SendFacts): boolean =>
  panel.state.receiver.address !== undefined &&
  panel.state.receiver.address.toLowerCase() === contract(panel)?.toLowerCase()
/**
 * Whether the balance service and the chain name different decimals for the token (or, for the native currency, the
 * service and the network's entry), or the service names none. The amount on the screen could then differ from the
 * transaction's amount.
 */
export function doDecimalsDiffer(panel: SendFacts): boolean {
  const { token, exactBalance } = panel.state
  if (!token) return false
  const own = decimals(panel)
  if (contract(panel) === undefined) return own !== nativeDecimals(panel)
  return own === undefined || (exactBalance !== undefined && exactBalance.decimals !== own)
}

export const label = (panel: SendFacts): SendLabel =>
  sendLabel({
    hasToken: panel.state.token !== undefined,
    amountText: panel.state.sendTokenAmount ?? '',
    amount: amount(panel),
    balance: balance(panel)?.value,
    gasInsufficient: isGasInsufficient(panel),
    receiver: panel.state.receiver.text.trim(),
    receiverIsAddress: panel.state.receiver.address !== undefined,
    blocked: isOwnContract(panel) || doDecimalsDiffer(panel) || isTooMuch(panel) || isTooLittle(panel),
  })

/** Whether the form has an amount above zero and a receiver address. */
export const isComplete = (panel: SendFacts): boolean =>
  (amount(panel) ?? 0n) > 0n && panel.state.receiver.address !== undefined

/**
 * The values on the screen, ready to send. `undefined` while the form must not be sent: a value is missing or refused,
 * the fee of a native transfer is unknown, or a look-alike is not accepted yet. `fee`, set for a native transfer on
 * eip155 that leaves less than twice the fee, fixes gas limit and price, so that a wallet's larger estimate cannot make
 * the transfer fail.
 */
export function intent(panel: SendFacts): SendIntent | undefined {
  const { token, receiver, gas: facts } = panel.state
  const { address: to, name } = receiver
  const { caipAddress, namespace } = panel.kit.account()
  const caipNetworkId = panel.kit.network()?.caipNetworkId
  const [places, value, address] = [decimals(panel), amount(panel), contract(panel)]
  if (!token || !to || !caipAddress || !caipNetworkId || places === undefined || !value) return undefined
  if (label(panel) !== 'previewSend' || mustAccept(panel) || (address === undefined && !facts)) return undefined
  const { limit = 0n, fee = 0n, price } = facts ?? {}
  const isTight = namespace === 'eip155' && address === undefined && value + 2n * fee > (balance(panel)?.value ?? 0n)
  return {
    caipAddress,
    caipNetworkId,
    symbol: token.symbol,
    iconUrl: token.iconUrl,
    decimals: places,
    amount: value,
    amountText: plainText({ value, decimals: places }),
    to,
    isSmartAccount: accountType(panel) === 'smartAccount',
    isSponsored: facts?.isSponsored === true,
    ...(address === undefined ? {} : { contract: address }),
    ...(name === undefined ? {} : { name }),
    ...(isTight && price !== undefined ? { fee: { limit, price } } : {}),
  }
}
