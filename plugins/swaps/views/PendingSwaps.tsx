import { type PluginKit } from 'walletkit/plugin'
import { CopyButton, Icon, Spinner, useActive, useSeconds, useText } from 'walletkit/ui'
import { noticeText } from '../follow.ts'
import { swapsMessages } from '../messages.ts'

/**
 * The account's pending swaps on the active network, at most three, each with a link to its transaction, or a button
 * that copies the hash.
 */
export function PendingSwaps({ kit }: { kit: PluginKit }) {
  const t = useText(swapsMessages)
  const { account, network } = useActive(kit)
  useSeconds()
  const own = kit.chain
    .sent()
    .filter(
      ({ from, caipNetworkId, note, status }) =>
        status === 'pending' &&
        note?.kind === 'swap' &&
        from.toLowerCase() === account.address?.toLowerCase() &&
        caipNetworkId === network?.caipNetworkId,
    )
  if (own.length === 0) return null
  return (
    <ul className="swap-pending" role="list">
      {own.slice(0, 3).map(({ hash, caipNetworkId, note }) => {
        const url = kit.chain.explorerUrl(hash, caipNetworkId)
        const paid = note?.out ? noticeText(kit, note.out) : ''
        const received = note?.in ? noticeText(kit, note.in) : ''
        return (
          <li key={hash} className="banner">
            <Spinner />
            <span className="grow">{t('swaps.swapping', { paid, received })}</span>
            {url && /^https:\/\//.test(url) ? (
              <a
                className="icon-button"
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t('swaps.explorer')}
              >
                <Icon name="external" />
              </a>
            ) : (
              <CopyButton text={hash} label={t('swaps.copyHash')} copiedLabel={t('swaps.copied')} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
