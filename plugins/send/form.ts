/** Values derived from the form. These functions only read the state. */
import type { Amount, PluginKit } from 'walletkit/plugin'
import { balanceOf, contractOf, decimalsOf, maxAmount, parseAmount, plainText } from './amount.ts'
import { isFeeUncovered, isGasInsufficient, leavesDust } from './gas.ts'
import { sendLabel } from './label.ts'
import type { SendChecks, SendState } from './state.ts'
import type { SendIntent } from './transfer.ts'

export type SendForm = ReturnType<typeof createForm>

export function createForm(kit: Pick<PluginKit, 'account' | 'network'>, state: SendState, checks: SendChecks) {
  const accountType = () => kit.account().preferredAccountType
  /** The token's contract; `undefined` for the native currency, and while no token is selected. */
  const contract = () => state.token && contractOf(state.token)
  const isNative = () => state.token !== undefined && contract() === undefined
  const decimals = () => state.token && decimalsOf(state.token)
  /** Decimals of the native currency, for fees. */
  const nativeDecimals = () => kit.network()?.nativeCurrency.decimals ?? 18

  /** The amount in base units; `undefined` if the text is not a valid amount of the token. */
  function amount(): bigint | undefined {
    const places = decimals()
    return places === undefined ? undefined : parseAmount(state.sendTokenAmount ?? '', places)
  }

  /** The most precise known balance: from the chain, else from the service. */
  function balance(): Amount | undefined {
    const { token } = state
    if (!token) return undefined
    const { gas, exactBalance } = checks
    const exact = isNative() ? gas && { value: gas.nativeBalance, decimals: nativeDecimals() } : exactBalance
    return exact && exact.decimals === decimals() ? { value: exact.value, decimals: exact.decimals } : balanceOf(token)
  }

  /** The maximum amount; `undefined` while the balance or, for the native currency, the fee is unknown. */
  function max(): Amount | undefined {
    const held = balance()
    if (!held || !isNative()) return held
    return checks.gas && { value: maxAmount(held.value, checks.gas.fee), decimals: held.decimals }
  }

  function gasInsufficient(): boolean {
    const { networkBalanceInUSD, gasPriceInUSD } = state
    if (isGasInsufficient({ accountType: accountType(), networkBalanceInUSD, gasPriceInUSD })) return true
    return checks.gas ? isFeeUncovered(accountType(), checks.gas, spent()) : false
  }

  /** Base units of the native currency that the transfer itself sends. */
  const spent = () => (isNative() ? (amount() ?? 0n) : 0n)

  /** Solana: the sender would keep less than the minimum balance of an account. */
  const isTooMuch = () => checks.gas !== undefined && (amount() ?? 0n) > 0n && leavesDust(checks.gas, spent())
  /** Solana: the receiver would have less than the minimum balance of an account. */
  const isTooLittle = () =>
    isNative() &&
    checks.gas !== undefined &&
    checks.receiverHolds !== undefined &&
    spent() > 0n &&
    checks.receiverHolds + spent() < checks.gas.reserve

  const label = () =>
    sendLabel({
      hasToken: state.token !== undefined,
      amountText: state.sendTokenAmount ?? '',
      amount: amount(),
      balance: balance()?.value,
      gasInsufficient: gasInsufficient(),
      receiver: state.receiverAddress ?? '',
      receiverIsAddress: checks.receiverIsAddress,
      blocked:
        checks.lookAlike !== undefined || checks.isOwnContract || checks.decimalsDiffer || isTooMuch() || isTooLittle(),
    })

  /**
   * The values on the screen, ready to send. `undefined` while one is missing: token, amount or receiver, and for the
   * native currency the gas price or decimals.
   */
  function intent(): SendIntent | undefined {
    const { token, receiverAddress: to, receiverProfileName: name, gasPrice } = state
    const { caipAddress } = kit.account()
    const caipNetworkId = kit.network()?.caipNetworkId
    const [places, value, address] = [decimals(), amount(), contract()]
    if (!token || !to || !caipAddress || !caipNetworkId || places === undefined || !value) return undefined
    if (label() !== 'previewSend' || (address === undefined && (gasPrice === undefined || !checks.gas)))
      return undefined
    const { limit = 0n, fee = 0n } = checks.gas ?? {}
    const isTight =
      kit.account().namespace === 'eip155' && address === undefined && value + 2n * fee > (balance()?.value ?? 0n)
    return {
      caipAddress,
      caipNetworkId,
      symbol: token.symbol,
      iconUrl: token.iconUrl,
      decimals: places,
      amount: value,
      amountText: plainText({ value, decimals: places }),
      to,
      isSmartAccount: accountType() === 'smartAccount',
      ...(address === undefined ? {} : { contract: address }),
      ...(name === undefined ? {} : { name }),
      ...(isTight && gasPrice !== undefined ? { fee: { limit, price: gasPrice } } : {}),
    }
  }

  return {
    accountType,
    contract,
    isNative,
    decimals,
    nativeDecimals,
    amount,
    balance,
    max,
    gasInsufficient,
    isTooMuch,
    isTooLittle,
    label,
    intent,
  }
}
