import { useEffect, useLayoutEffect, useState } from 'react'
import { close } from '../../actions/close.ts'
import { goBack } from '../../actions/goBack.ts'
import type { Kit } from '../../contracts/kit.ts'
import { TEN_SECONDS } from '../../lib/time.ts'
import { useKit, useSheet, useSnapshot, useText } from '../../ui/context.ts'
import { Button } from '../../ui/parts/Button.tsx'
import { Banner } from '../../ui/parts/Banner.tsx'
import { Panel } from '../../ui/parts/Panel.tsx'
import { Skeleton } from '../../ui/parts/Skeleton.tsx'
import { useOnline } from '../../ui/useOnline.ts'
import { commonMessages } from '../../ui/screens/common.messages.ts'
import { approval, type Asked } from '../approval.ts'
import { embeddedWallet } from '../wallet.ts'
import css from './approve.css.ts'
import { approveMessages } from './approve.messages.ts'
import { Summary } from './Summary.tsx'

/**
 * The approval screen: it describes the request in the page's own words. Below the description is the service's frame,
 * in which the visitor approves or rejects the request.
 */
export default function ApproveTransactionView() {
  useSheet(css)
  const { asked, turn } = useSnapshot(approval(useKit()).shown)
  return asked ? <Asking key={turn} asked={asked} /> : <Nothing />
}

function Asking({ asked }: { asked: Asked }) {
  const kit = useKit()
  const t = useText(approveMessages)
  const common = useText(commonMessages)
  const isOnline = useOnline()
  const isLate = useSilence(kit)
  const { ready } = useSnapshot(embeddedWallet(kit).shown)
  return (
    <div className="approve">
      <Summary asked={asked} />
      {(!isOnline || isLate) && (
        <div className="approve-note">
          <Banner icon={isOnline ? 'clock' : 'offline'} tone="warning">
            {t(isOnline ? 'approve.hanging' : 'approve.offline')}
          </Banner>
          <Button size="m" wide onClick={() => goBack(kit)}>
            {common('common.cancel')}
          </Button>
        </div>
      )}
      <div className="approve-frame" role="group" aria-label={t('approve.frame')}>
        {!ready && <Bones />}
        <Frame isReady={ready} />
      </div>
      {/* The button comes after the frame, because keyboard users have no other way back into the modal. Visible
          only with focus. */}
      <button type="button" className="approve-leave" onClick={() => goBack(kit)}>
        {t('approve.cancel')}
      </button>
    </div>
  )
}

/** Whether the frame has not responded for 10 s, for example because the browser ended its process. */
function useSilence(kit: Kit): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TEN_SECONDS)
    const heard = () => {
      clearTimeout(timer)
      setLate(false)
    }
    // A cheap request that every frame answers by itself, to find out whether the frame still works.
    embeddedWallet(kit).ask('GET_CHAIN_ID').then(heard, heard)
    return () => clearTimeout(timer)
  }, [kit])
  return isLate
}

/** Shows the frame through a slot, because browsers reload a frame that moves in the document. */
function Frame({ isReady }: { isReady: boolean }) {
  const element = embeddedWallet(useKit()).element()
  useLayoutEffect(() => {
    element?.style.setProperty('display', isReady ? 'block' : 'none')
    return () => element?.style.setProperty('display', 'none')
  }, [element, isReady])
  return <slot name="frame" />
}

/** The placeholder while the frame loads. */
function Bones() {
  const common = useText(commonMessages)
  return (
    <div className="approve-bones" role="status" aria-label={common('common.loading')}>
      <Skeleton width={160} height={20} />
      <Skeleton width={120} height={12} />
      <Skeleton width={160} height={12} />
      <div className="actions">
        <span className="bone method" />
        <span className="bone method" />
      </div>
    </div>
  )
}

function Nothing() {
  const kit = useKit()
  const t = useText(approveMessages)
  return (
    <Panel
      icon="info"
      title={t('approve.nothing')}
      action={
        <Button size="m" onClick={() => (kit.state.router.history.length > 1 ? goBack(kit) : close(kit))}>
          {t('approve.back')}
        </Button>
      }
    >
      {t('approve.nothingText')}
    </Panel>
  )
}
