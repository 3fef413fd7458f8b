import { formatToken, parseDecimal, type PluginKit } from 'walletkit/plugin'
import { Icon, Tag, Tile, useText } from 'walletkit/ui'
import type { Entry, Picture, Words } from '../entry.ts'
import { historyMessages } from '../messages.ts'
import { timeText } from '../time.ts'

/** Id of the hidden text that says where a row's link leads. */
export const EXPLORER_HINT = 'wk-history-explorer'

/** One transaction. The whole row links to the block explorer if the network has one. */
export function EntryRow({ kit, entry, now }: { kit: PluginKit; entry: Entry; now: number }) {
  const t = useText(historyMessages)
  const say = ({ key, values, item }: Words) =>
    item === undefined ? t(key, values) : t('history.item', { note: t(key, values), item })
  const { at, hash, chain, status, title, note, more, moved, approved } = entry
  const noteText = note && say(note)
  const whole = more > 0 && noteText ? t('history.more', { note: noteText, count: more }) : noteText
  const told = approved && whole ? t('history.withApproval', { note: whole }) : whole
  const amount = moved && parseDecimal(moved.numeric)
  const sum = amount && `${moved.sign}${formatToken(amount, undefined, kit.locale)} ${moved.symbol ?? t('history.nft')}`
  const tag =
    status === 'pending' ? (
      <Tag tone="warning">{t('history.pending')}</Tag>
    ) : (
      status === 'failed' && <Tag tone="error">{t('history.failed')}</Tag>
    )
  // Few nested elements, because scrolling renders new rows in every frame.
  const content = (
    <>
      <Pictures entry={entry} />
      <span className="label history-title" data-alone={!told}>
        {tag ? <span className="clip">{t(title)}</span> : t(title)}
        {tag}
      </span>
      {told && (
        <span className="note history-note clip">
          <bdi>{told}</bdi>
        </span>
      )}
      {moved && sum && (
        <bdi className="label num history-amount clip" data-sign={moved.sign} data-status={status}>
          {sum}
        </bdi>
      )}
      <bdi className="note num history-time" data-alone={!sum}>
        {timeText(at, now, kit.locale, say)}
      </bdi>
    </>
  )
  const url = hash ? kit.chain.explorerUrl(hash, chain) : undefined
  if (!url || !/^https?:\/\//.test(url)) return <div className="row history-row">{content}</div>
  return (
    <a
      className="row history-row"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-describedby={EXPLORER_HINT}
    >
      {content}
    </a>
  )
}

function Pictures({ entry: { pictures, badge, status } }: { entry: Entry }) {
  const [first, second] = pictures
  if (first && second)
    return (
      <span className="history-pair" aria-hidden="true">
        <Shown picture={first} size={24} />
        <Shown picture={second} size={24} />
      </span>
    )
  return (
    <span className="history-picture">
      {first ? (
        <Shown picture={first} size={40} />
      ) : (
        <Tile name="" size={40} round>
          <Icon name={badge ?? 'puzzle'} />
        </Tile>
      )}
      {first && badge && (
        <span className="history-badge" data-status={status} aria-hidden="true">
          <Icon name={badge} size={12} stroke={2.2} />
        </span>
      )}
    </span>
  )
}

const Shown = ({ picture: { name, url, isNft }, size }: { picture: Picture; size: 24 | 40 }) => (
  <Tile name={name} src={url} size={size} round={!isNft} />
)
