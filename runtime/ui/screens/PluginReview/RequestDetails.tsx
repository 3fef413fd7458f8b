import type { ReactNode } from 'react'
import type { ReviewRequest } from '../../../host/review.ts'
import { typedDataJson } from '../../../host/typedData.ts'
import { cleanText } from '../../../lib/text.ts'
import { formatUnits } from '../../../lib/units.ts'
import { visibleParts } from '../../../lib/visible.ts'
import { useText } from '../../context.ts'
import { Address } from '../../parts/Address.tsx'
import { Banner } from '../../parts/Banner.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { NetworkTile } from '../../parts/NetworkTile.tsx'
import { Pairs } from '../../parts/Pairs.tsx'
import { pluginReviewMessages } from './pluginReview.messages.ts'

type Of<K extends string> = Extract<ReviewRequest, Readonly<Record<K, unknown>>>

/** Shows what the plugin asks for. Of a call's data it shows only the size. */
export function RequestDetails({ request }: { request: ReviewRequest }) {
  if ('transaction' in request) return <Transaction {...request} />
  if ('calls' in request) return <Batch {...request} />
  if ('typedData' in request) return <Typed {...request} />
  if ('asset' in request) return <Asset {...request} />
  if ('switchTo' in request) return <Switch {...request} />
  if ('wallet' in request) return <Wallet {...request} />
  return <Message {...request} />
}

function Transaction(request: Of<'transaction'>) {
  const t = useText(pluginReviewMessages)
  const { to, value = 0n, data, gas, gasPrice } = request.transaction
  const exact = exactOf(request)
  const fee =
    gasPrice === undefined
      ? []
      : gas === undefined
        ? [{ label: t('review.gasPrice'), value: exact(gasPrice) }]
        : [{ label: t('review.fee'), value: exact(gas * gasPrice) }]
  return (
    <>
      <Head request={request} label={t('review.amount')} value={exact(value)} />
      <Where label={t('review.to')} address={to} />
      <Network request={request} more={fee} />
      <CallData data={data} />
    </>
  )
}

/** Every call with its receiver and amount, and the sum of the amounts first. */
function Batch(request: Of<'calls'>) {
  const t = useText(pluginReviewMessages)
  const { calls } = request
  const exact = exactOf(request)
  const sum = calls.reduce((total, { value = 0n }) => total + value, 0n)
  return (
    <>
      <Head request={request} label={t('review.sum')} value={exact(sum)} />
      <Network request={request} />
      {calls.map(({ to, value = 0n, data }, at) => (
        <section key={at}>
          <Where label={t('review.call', { number: at + 1, count: calls.length })} address={to} />
          <Pairs items={[{ label: t('review.amount'), value: <bdi>{exact(value)}</bdi> }]} />
          <CallData data={data} />
        </section>
      ))}
    </>
  )
}

function Message(request: Of<'message'>) {
  return (
    <>
      <Signed text={request.message} />
      <Network request={request} />
    </>
  )
}

/** Shows typed data: the domain's contract and name if it has them, the primary type, and the whole message as JSON. */
function Typed(request: Of<'typedData'>) {
  const t = useText(pluginReviewMessages)
  const { domain, primaryType, message } = request.typedData
  const { name, verifyingContract } = domain
  const json = typedDataJson(message, 2)
  const facts = [
    ...(name === undefined ? [] : [{ label: t('review.domain'), value: <bdi>{cleanText(name)}</bdi> }]),
    { label: t('review.kind'), value: <bdi>{cleanText(primaryType)}</bdi> },
  ]
  return (
    <>
      {verifyingContract !== undefined && <Where label={t('review.contract')} address={verifyingContract} />}
      <Signed text={json} />
      <Network request={request} more={facts} />
    </>
  )
}

function Asset(request: Of<'asset'>) {
  const t = useText(pluginReviewMessages)
  const { address, symbol, decimals } = request.asset
  return (
    <>
      <Head request={request} label={t('review.token')} value={cleanText(symbol, 32)} />
      <Where label={t('review.tokenAddress')} address={address} />
      <Network request={request} more={[{ label: t('review.decimals'), value: String(decimals) }]} />
      <Banner icon="info">{t('review.assetText')}</Banner>
    </>
  )
}

function Switch(request: Of<'switchTo'>) {
  const t = useText(pluginReviewMessages)
  const { network, switchTo } = request
  return (
    <>
      <Head request={{ network: switchTo }} label={t('review.newNetwork')} value={switchTo.name} />
      <Pairs items={[{ label: t('review.nowOn'), value: <bdi>{network.name}</bdi> }]} />
    </>
  )
}

function Wallet(request: Of<'wallet'>) {
  const t = useText(pluginReviewMessages)
  return (
    <>
      <Head request={request} label={t('review.wallet')} value={request.wallet.name} />
      <Network request={request} />
    </>
  )
}

/** The main value, large, beside the network's picture. */
function Head({ request, label, value }: { request: Pick<ReviewRequest, 'network'>; label: string; value: string }) {
  const { network } = request
  return (
    <div className="review-head">
      <div>
        <p className="note">{label}</p>
        <p className="display num">
          <bdi>{value}</bdi>
        </p>
      </div>
      <NetworkTile network={network} size={48} />
    </div>
  )
}

function Where({ label, address }: { label: string; address: string }) {
  const t = useText(pluginReviewMessages)
  return (
    <div className="review-address">
      <p className="note">{label}</p>
      <Address value={address} />
      <CopyButton text={address} label={t('review.copy')} copiedLabel={t('review.copied')} />
    </div>
  )
}

function Signed({ text }: { text: string }) {
  const t = useText(pluginReviewMessages)
  return (
    <>
      <p className="note review-label" id="wk-review-text">
        {t('review.text')}
      </p>
      <div className="review-text" tabIndex={0} role="region" aria-labelledby="wk-review-text">
        {visibleParts(text).map((part, at) => (typeof part === 'string' ? part : <mark key={at}>{part.code}</mark>))}
      </div>
    </>
  )
}

function CallData({ data = '0x' }: { data?: string | undefined }) {
  const t = useText(pluginReviewMessages)
  if (data === '0x') return null
  return (
    <Banner icon="warning" tone="warning">
      {t('review.calls', { bytes: Math.ceil((data.length - 2) / 2) })}
    </Banner>
  )
}

function Network({ request, more = [] }: { request: ReviewRequest; more?: { label: string; value: ReactNode }[] }) {
  const t = useText(pluginReviewMessages)
  return <Pairs items={[{ label: t('review.network'), value: <bdi>{request.network.name}</bdi> }, ...more]} />
}

function exactOf({ network }: ReviewRequest) {
  const { decimals, symbol } = network.nativeCurrency
  return (units: bigint) => `${formatUnits(units, decimals)} ${symbol}`
}
