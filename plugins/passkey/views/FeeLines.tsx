import { useId } from 'react'
import { Address, Pairs, useText } from 'walletkit/ui'
import passkeyMessages from '../messages.ts'
import type { Way } from '../ready.ts'
import type { Review } from '../review.ts'
import { feeText } from './feeText.ts'

type Currency = { symbol: string; decimals: number }

/** Who pays the fee, and how much at most. Above that the choice between ways to pay, if there are several. */
export function FeeLines({
  review,
  currency,
  onChoose,
}: {
  review: Review
  currency: Currency
  onChoose: (at: number) => void
}) {
  const t = useText(passkeyMessages)
  const { ways, chosen, sponsor, token, feeMark, isSigning } = review
  const way = ways[chosen]
  const cost = way ? feeText(way, currency) : t('passkey.calculating')
  const shown = feeMark ? <bdi className="passkey-bad">{cost}</bdi> : cost
  return (
    <>
      {ways.length > 1 && (
        <Choice ways={ways} chosen={chosen} currency={currency} isFixed={isSigning} onChoose={onChoose} />
      )}
      <Pairs
        items={[
          ...(sponsor === undefined || token ? [{ label: t('passkey.fee'), value: shown }] : []),
          ...(sponsor === undefined || token
            ? []
            : [{ label: t('passkey.feeOf'), value: t('passkey.sponsored', { name: sponsor }) }]),
          ...(token ? [{ label: t('passkey.feeTakenBy'), value: <Address value={token.paymaster} /> }] : []),
        ]}
      />
      {token && (
        <p className="note passkey-taken">
          {t('passkey.feeTaken', { name: `\u2068${sponsor}\u2069`, amount: `\u2068${cost}\u2069` })}
        </p>
      )}
    </>
  )
}

function Choice({
  ways,
  chosen,
  currency,
  isFixed,
  onChoose,
}: {
  ways: readonly Way[]
  chosen: number
  currency: Currency
  isFixed: boolean
  onChoose: (at: number) => void
}) {
  const t = useText(passkeyMessages)
  const name = useId()
  return (
    <fieldset className="passkey-ways" disabled={isFixed}>
      <legend className="label">{t('passkey.payWith')}</legend>
      {ways.map((way, at) => (
        <label key={at} className="passkey-way">
          <input type="radio" name={name} checked={at === chosen} onChange={() => onChoose(at)} />
          <span className="grow">{way.token?.token.symbol ?? currency.symbol}</span>
          <span className="num muted-2">
            {t('passkey.atMost', { amount: `\u2068${feeText(way, currency)}\u2069` })}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
