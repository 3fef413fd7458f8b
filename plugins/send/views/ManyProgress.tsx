import { type PluginKit, shortAddress } from 'walletkit/plugin'
import {
  Avatar,
  Button,
  CopyButton,
  Icon,
  Spinner,
  SuccessMark,
  Tag,
  type Tone,
  useSnapshot,
  useText,
  WaitHead,
} from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import type { ManyPaid, Outcome } from '../many/state.ts'
import { sendMessages } from '../messages.ts'
import { askText } from '../progress.ts'

/** Shows what becomes of each payment to several recipients, while the wallet is asked and afterwards. */
export function ManyProgress({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const { run, rows: left } = useSnapshot(controller.many)
  if (!run) return null
  const { rows, symbol, isDone, isBatch, isStopping, caipNetworkId } = run
  const done = rows.filter(({ outcome }) => outcome === 'sent').length
  const isAll = done === rows.length
  return (
    <div className="pad">
      <WaitHead
        image={isDone ? isAll ? <SuccessMark /> : <Icon name="warning" /> : <Spinner />}
        title={
          isDone ? t(isAll ? 'send.manyDone' : 'send.manyPartly', { done, count: rows.length }) : t('send.manySending')
        }
      >
        {!isDone && (
          <p className="text">
            {isStopping ? t('send.manyStopping') : t('send.manyPartly', { done, count: rows.length })}
          </p>
        )}
      </WaitHead>
      <ul role="list" className="send-list" aria-label={t('send.list')}>
        {rows.map((row) => (
          <li key={row.id} className="row send-paid">
            <Avatar address={row.to} size={40} />
            <span className="grow">
              <span className="label clip row-line" title={row.to}>
                <bdi>{row.name ?? shortAddress(row.to)}</bdi>
              </span>
              <span className="note clip row-line">
                <bdi className="num">{`${row.amountText} ${symbol}`}</bdi>
              </span>
              <span role="status">
                <Tag tone={TONES[row.outcome]}>
                  {row.outcome === 'wallet' ? askText(kit) : t(`send.outcome.${row.outcome}`)}
                </Tag>
              </span>
            </span>
            <Proof kit={kit} row={row} caipNetworkId={caipNetworkId} />
          </li>
        ))}
      </ul>
      {isDone ? (
        <Button kind="primary" wide onClick={controller.several.close}>
          {t(left.length > 0 ? 'send.manyRest' : 'send.manyClose')}
        </Button>
      ) : (
        // A batch is one request to the wallet: there is no further request that the visitor could stop.
        !isBatch && (
          <Button wide disabled={isStopping} onClick={controller.several.stop}>
            {t('send.manyStop')}
          </Button>
        )
      )}
    </div>
  )
}

const TONES: Readonly<Record<Outcome, Tone>> = {
  waiting: 'neutral',
  wallet: 'warning',
  chain: 'warning',
  sent: 'success',
  declined: 'error',
  failed: 'error',
  unsent: 'neutral',
  pending: 'warning',
  unknown: 'warning',
}

/**
 * A link to the payment's transaction, or a button that copies its hash. Renders nothing until the wallet has returned
 * the hash.
 */
function Proof({ kit, row, caipNetworkId }: { kit: PluginKit; row: Readonly<ManyPaid>; caipNetworkId: string }) {
  const t = useText(sendMessages)
  if (row.hash === undefined) return null
  const url = kit.chain.explorerUrl(row.hash, caipNetworkId)
  if (!url || !/^https:\/\//.test(url))
    return <CopyButton text={row.hash} label={t('send.copyHash')} copiedLabel={t('send.copied')} />
  return (
    <a className="icon-button" href={url} target="_blank" rel="noopener noreferrer" aria-label={t('send.explorer')}>
      <Icon name="external" />
    </a>
  )
}
