import { type ReactNode, useEffect } from 'react'
import type { Snapshot } from 'valtio/vanilla'
import { hideProgress, hideSeen, progress, type ShownProgress } from '../../../data/progress.ts'
import { findNetwork } from '../../../state/findNetwork.ts'
import { useKit, useSheet, useSnapshot, useText } from '../../context.ts'
import { Icon } from '../../parts/Icon.tsx'
import { SuccessMark } from '../../parts/SuccessMark.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { useTokenImage } from '../../parts/TokenTile.tsx'
import { shellMessages } from '../../shell/messages.ts'
import { useSeconds } from '../../useSeconds.ts'
import css from './progress.css.ts'

/** The cards of operations in progress: who must act, what the operation waits for, that it succeeded; and warnings. */
export function ProgressCards() {
  useSheet(css)
  const kit = useKit()
  const list = progress(kit)
  const shown = useSnapshot(list)
  const { open } = useSnapshot(kit.state.modal)
  // While the modal is open, mark the cards with state `done` as seen, and remove those when the modal closes or shows
  // another screen. A card that is done while the modal is closed stays until the visitor has seen it.
  useEffect(() => {
    if (!open) return
    for (const each of list) if (each.state === 'done') each.isSeen = true
  }, [list, shown, open])
  useEffect(() => (open ? () => hideSeen(list) : undefined), [list, open])
  return shown.map((each) => (
    <ProgressCard key={each.plugin} shown={each} dismiss={() => hideProgress(list, each.plugin)} />
  ))
}

function ProgressCard({ shown, dismiss }: { shown: Snapshot<ShownProgress>; dismiss: () => void }) {
  const t = useText(shellMessages)
  const { state, title, text, image, link } = shown
  const isFinal = state === 'done' || state === 'warning'
  const own = useTokenImage(useNetwork(image?.network), image?.address)
  const tile = image && <Tile name={image.name} src={image.src || own} fallback={own} size={40} round />
  return (
    <section className="progress" data-state={state}>
      <div className="progress-line">
        <Mark state={state} tile={tile} />
        <span className="grow" role="status">
          <span className="label row-line">
            <bdi>{title}</bdi>
          </span>
          <span className="note row-line">
            {text !== undefined && <bdi>{text}</bdi>}
            {!isFinal && <Elapsed since={shown.since} />}
          </span>
        </span>
        {link && (
          <a className="icon-button" href={link.url} target="_blank" rel="noopener noreferrer" aria-label={link.label}>
            <Icon name="external" />
          </a>
        )}
        {isFinal && (
          <button type="button" className="icon-button" aria-label={t('shell.dismiss')} onClick={dismiss}>
            <Icon name="close" />
          </button>
        )}
      </div>
      {state !== 'warning' && (
        <span className="progress-bar" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </section>
  )
}

/**
 * The token's picture, with a tick once the operation is done; without a picture only the tick, or the sign of a
 * warning.
 */
function Mark({ state, tile }: { state: ShownProgress['state']; tile: ReactNode }) {
  if (state === 'done') return tile ? <SuccessMark size={24}>{tile}</SuccessMark> : <SuccessMark size={40} />
  return tile ?? (state === 'warning' ? <Icon name="warning" /> : undefined)
}

/** The page's network with this CAIP-2 id; `undefined` if there is none. */
function useNetwork(id: string | undefined) {
  const { networks } = useKit().state
  useSnapshot(networks)
  return findNetwork(networks, id)
}

/** Seconds after which a card shows the elapsed time. */
const TELL_AFTER = 5

function Elapsed({ since }: { since: number }) {
  const seconds = Math.floor((useSeconds() - since) / 1000)
  if (seconds < TELL_AFTER) return null
  return (
    <span className="num" aria-hidden="true">
      {` · ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </span>
  )
}
