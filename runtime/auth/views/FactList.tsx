import { type ReactNode, useEffect, useState } from 'react'
import type { Snapshot } from 'valtio/vanilla'
import type { CaipNetwork } from '../../contracts/network.ts'
import type { Kit } from '../../contracts/kit.ts'
import { dateFormat } from '../../lib/locale.ts'
import { cleanText } from '../../lib/text.ts'
import { formatUnits } from '../../lib/units.ts'
import { useKit, useText } from '../../ui/context.ts'
import type { TokenKinds } from '../../ui/useTokenKinds.ts'
import { Address } from '../../ui/parts/Address.tsx'
import type { Amount, Fact } from '../describe/described.ts'
import { approveMessages } from './approve.messages.ts'
import { Foreign } from './Foreign.tsx'
import { readTokenOn } from './readTokenOn.ts'

/** A network in a valtio snapshot of the kit's state (deeply read-only). */
export type Network = Snapshot<CaipNetwork> | undefined
/** The most decimals to believe: a token's contract may report any number. With more, the amount is in base units. */
const MOST_DECIMALS = 36

/**
 * The rows of a description. `isBad` marks the spender red, because it is a person's account. `kinds` says which of the
 * named contracts are tokens and which are collections.
 */
export function FactList({
  facts,
  network,
  kinds,
  isBad,
}: {
  facts: readonly Fact[]
  network: Network
  kinds: TokenKinds
  isBad?: boolean
}) {
  const t = useText(approveMessages)
  if (!facts.length) return null
  return (
    <dl className="approve-facts">
      {facts.map((fact, at) => (
        <div key={at}>
          <dt className="note">{fact.kind === 'named' ? <bdi>{cleanText(fact.name, 120)}</bdi> : t(fact.label)}</dt>
          <dd
            className={isBad && fact.kind === 'address' && fact.label === 'approve.spender' ? 'approve-bad' : undefined}
          >
            <Value fact={fact} network={network} kinds={kinds} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Around = { network: Network; kinds: TokenKinds }

function Value({ fact, ...around }: { fact: Fact } & Around): ReactNode {
  const t = useText(approveMessages)
  switch (fact.kind) {
    case 'address':
      return <Address value={fact.address} />
    case 'amount':
      return <AmountText amount={fact.amount} {...around} />
    case 'time':
      return fact.at === undefined ? <b className="approve-bad">{t('approve.never')}</b> : <Time at={fact.at} />
    case 'call':
      return <span className="label">{t(fact.title)}</span>
    default:
      return <Foreign text={fact.text} />
  }
}

function Time({ at }: { at: bigint }) {
  const { locale } = useKit().config
  const date = new Date(Number(at) * 1000)
  return (
    <time className="label num" dateTime={date.toISOString()}>
      {dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date)}
    </time>
  )
}

function AmountText({ amount: { value, token }, network, kinds }: { amount: Amount } & Around) {
  const t = useText(approveMessages)
  const told = useToken(useKit(), network, token)
  // For a collection, the same number is that of an item, and has no fractions. So only show fractions for a token.
  const isCounted = network?.chainNamespace === 'solana' || kinds.get(token ?? '') === 'token'
  const known = isCounted ? told : undefined
  if (value === 'unlimited')
    return (
      <>
        <b className="approve-bad">{t('approve.everything')}</b>
        {token !== undefined && <Of token={token} symbol={known?.symbol} />}
      </>
    )
  if (token === undefined) {
    const { decimals, symbol } = network?.nativeCurrency ?? { decimals: 0, symbol: '' }
    return <Exact>{`${formatUnits(value, decimals)} ${cleanText(symbol, 12)}`}</Exact>
  }
  return (
    <>
      <Exact>
        {known
          ? `${formatUnits(value, known.decimals)} ${cleanText(known.symbol, 12)}`
          : t('approve.units', { value: String(value) })}
      </Exact>
      <Of token={token} symbol={undefined} />
    </>
  )
}

const Exact = ({ children }: { children: string }) => <bdi className="display num approve-amount">{children}</bdi>

/** Shows a token's symbol, if it is not shown elsewhere, and its address, because any contract can use any symbol. */
const Of = ({ token, symbol }: { token: string; symbol: string | undefined }) => (
  <span className="approve-of">
    {symbol !== undefined && <bdi className="label">{cleanText(symbol, 12)}</bdi>}
    <Address value={token} />
  </span>
)

/** The decimals and symbol from the token's contract; `undefined` until or unless the contract answers. */
function useToken(kit: Kit, network: Network, token: string | undefined) {
  const [known, setKnown] = useState<{ decimals: number; symbol: string }>()
  const id = network?.caipNetworkId
  useEffect(() => {
    let isOver = false
    setKnown(undefined)
    const ask = async () => {
      const told = token === undefined ? undefined : await readTokenOn(kit, id, token)
      if (told && told.decimals <= MOST_DECIMALS && !isOver) setKnown(told)
    }
    // If the contract does not answer, the amount stays in base units.
    ask().catch(() => undefined)
    return () => void (isOver = true)
  }, [kit, id, token])
  return known
}
