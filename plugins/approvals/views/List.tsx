import { useState } from 'react'
import { contactNames, isLogin, type PluginKit } from 'walletkit/plugin'
import { Banner, Button, Spinner, useActive, useOnline, useSnapshot, useText } from 'walletkit/ui'
import type { ApprovalsController } from '../controller.ts'
import { approvalMessages } from '../messages.ts'
import { inOrder } from '../revoke.ts'
import { inArrival, isQuiet, isWaiting, namesOf } from '../state.ts'
import { Grants } from './Grants.tsx'
import { footerOf } from './footer.ts'
import { NetworkSection } from './Section.tsx'

type Props = { kit: PluginKit; controller: ApprovalsController }

/**
 * The networks that have something to show, each under its name unless it is the only one. One line names those that
 * were read and have nothing, and another those after the first that have not answered; the first has placeholders.
 */
export function List({ kit, controller }: Props) {
  const t = useText(approvalMessages)
  const online = useOnline()
  const [nameOf] = useState(() => contactNames(kit))
  const { sections } = useSnapshot(controller.state)
  const quiet = sections.filter(isQuiet)
  const waiting = sections.filter((each, at) => at > 0 && isWaiting(each))
  const isListed = sections.some(({ list }) => list?.length)
  const isSolana = sections[0]?.network.chainNamespace === 'solana'
  return (
    <div className="pad approvals">
      {!online && <Banner icon="offline">{t('approvals.offline')}</Banner>}
      {isListed && <p className="text approvals-intro">{t(isSolana ? 'approvals.introSolana' : 'approvals.intro')}</p>}
      {inArrival(sections)
        .filter((each) => !isQuiet(each) && !waiting.includes(each))
        .map((section) => (
          <NetworkSection
            key={section.network.caipNetworkId}
            kit={kit}
            controller={controller}
            section={section}
            isAlone={sections.length === 1}
            nameOf={nameOf}
          />
        ))}
      <div role="status" className="approvals-rest">
        {waiting.length > 0 && (
          <p className="note approvals-waiting">
            <Spinner />
            {t('approvals.reading', { networks: namesOf(waiting) })}
          </p>
        )}
        {quiet.length > 0 && <p className="note">{t('approvals.nothing', { networks: namesOf(quiet) })}</p>}
      </div>
      <Grants kit={kit} controller={controller} />
      {isListed && <Footer kit={kit} controller={controller} />}
    </div>
  )
}

function Footer({ kit, controller }: Props) {
  const t = useText(approvalMessages)
  const online = useOnline()
  const { network } = useActive(kit)
  const { sections, ending } = useSnapshot(controller.state)
  const order = inOrder(kit, sections)
  const count = order.reduce((sum, { chosen }) => sum + chosen.length, 0)
  const elsewhere = order.filter((each) => each.network.caipNetworkId !== network?.caipNetworkId)
  const { label, where } = footerOf(t, {
    ...{ ending, count, elsewhere },
    isAlone: sections.length === 1,
    asksHere: isLogin(kit.account()),
  })
  return (
    <div className="footer">
      <div className="note approvals-where" aria-live="polite">
        {where}
      </div>
      <Button
        kind="primary"
        wide
        disabled={!count || !online || ending !== undefined}
        onClick={() => void controller.end()}
      >
        <span aria-live="polite">{label}</span>
      </Button>
    </div>
  )
}
