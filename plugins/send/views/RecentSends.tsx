import { useState } from 'react'
import { contactNames, type PluginKit, receiversOf, type Sent, type SentStatus, shortAddress } from 'walletkit/plugin'
import { CopyButton, Icon, Tag, useSnapshot, useText, useActive } from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import { sendMessages } from '../messages.ts'

/** The most sends that are listed, and how old they may be, in ms: 24 hours before the controller was created. */
const SHOWN = 3
const SHOWN_FOR = 86_400_000

/**
 * The account's last sends on the active network, each with its status and a link to its transaction, or a button that
 * copies the hash.
 */
export function RecentSends({ kit, controller }: { kit: PluginKit; controller: SendController }) {
  const t = useText(sendMessages)
  const [nameOf] = useState(() => contactNames(kit))
  const { account, network } = useActive(kit)
  const own = useSnapshot(controller.sends).filter(
    ({ from, caipNetworkId, at }) =>
      from.toLowerCase() === account.address?.toLowerCase() &&
      caipNetworkId === network?.caipNetworkId &&
      controller.loadedAt - at < SHOWN_FOR,
  )
  if (own.length === 0) return null
  const toText = (sent: Sent) => {
    const [first = '', ...others] = receiversOf(sent)
    return others.length
      ? t('send.receivers', { count: others.length + 1 })
      : t('send.recentTo', { receiver: nameOf(first) ?? shortAddress(first) })
  }
  return (
    <section className="send-recent" aria-label={t('send.recent')}>
      <h2>{t('send.recent')}</h2>
      <ul role="list">
        {own.slice(0, SHOWN).map((sent) => (
          <li key={sent.hash} className="row">
            <span className="grow">
              <span className="label clip row-line">
                <bdi>{sent.note?.out && `${sent.note.out.amount} ${sent.note.out.symbol}`}</bdi>
              </span>
              <span className="note clip row-line">
                <bdi>{toText(sent)}</bdi>
              </span>
            </span>
            <span role="status">
              <Tag tone={TONES[sent.status]}>{t(LABELS[sent.status])}</Tag>
            </span>
            <Proof kit={kit} sent={sent} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const TONES = { pending: 'warning', confirmed: 'success', failed: 'error' } as const satisfies Record<
  SentStatus,
  string
>
const LABELS = { pending: 'send.pending', confirmed: 'send.done', failed: 'send.failed' } as const

function Proof({ kit, sent }: { kit: PluginKit; sent: Sent }) {
  const t = useText(sendMessages)
  const url = kit.chain.explorerUrl(sent.hash, sent.caipNetworkId)
  if (!url || !/^https:\/\//.test(url))
    return <CopyButton text={sent.hash} label={t('send.copyHash')} copiedLabel={t('send.copied')} />
  return (
    <a className="icon-button" href={url} target="_blank" rel="noopener noreferrer" aria-label={t('send.explorer')}>
      <Icon name="external" />
    </a>
  )
}
