/** Fees as text, rounded up: the highest fee is shown as a limit, so the number must not be below what can be paid. */
import { formatUnits } from 'walletkit/plugin'
import type { Way } from '../ready.ts'

type Currency = { symbol: string; decimals: number }

/** The most decimal places that are shown of the network's currency, and of a token. */
const [PLACES, TOKEN_PLACES] = [10, 8]

function roundedUp(amount: bigint, { symbol, decimals }: Currency, places: number): string {
  const step = 10n ** BigInt(Math.max(0, decimals - places))
  return `${formatUnits(((amount + step - 1n) / step) * step, decimals)} ${symbol}`
}

/** An amount of the network's currency, in wei. */
const weiText = (wei: bigint, currency: Currency): string => roundedUp(wei, currency, PLACES)

/** The highest fee of a way to pay as text: in its token, else in the network's currency. */
export const feeText = ({ fee, token }: Pick<Way, 'fee' | 'token'>, currency: Currency): string =>
  token ? roundedUp(token.most, token.token, TOKEN_PLACES) : weiText(fee, currency)

/** The usual fee of such calls as text: in the token of the way to pay, else in the network's currency. */
export const usualText = ({ usual = 0n, token }: Pick<Way, 'usual' | 'token'>, currency: Currency): string =>
  token ? roundedUp(usual, token.token, TOKEN_PLACES) : weiText(usual, currency)
