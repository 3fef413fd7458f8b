import type { ReactNode } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import { Banner, BareRow, Button, NetworkTile, type useSnapshot, useText } from 'walletkit/ui'
import type { ApprovalsController } from '../controller.ts'
import { approvalMessages } from '../messages.ts'
import { type ApprovalsState, hasRemarks, isFrozen, isUnsure, isWaiting, UNREAD } from '../state.ts'
import { Choice } from './Choice.tsx'

/** The approvals on one network as a view reads them, from a snapshot of the state. */
type Shown = ReturnType<typeof useSnapshot<ApprovalsState>>['sections'][number]

/** The approvals on one network. `isAlone`: it is the account's only network, so its name is left out. */
export function NetworkSection({
  kit,
  controller,
  section,
  isAlone,
  nameOf,
}: {
  kit: PluginKit
  controller: ApprovalsController
  section: Shown
  isAlone: boolean
  nameOf: (address: string) => string | undefined
}) {
  const t = useText(approvalMessages)
  const { network, list = [], failed, unreached, chosen } = section
  const { caipNetworkId, name } = network
  const retry = (
    <Button size="m" icon="retry" onClick={() => void controller.read(caipNetworkId)}>
      {t('approvals.retry')}
    </Button>
  )
  return (
    <section className="approvals-network" aria-label={isAlone ? undefined : name}>
      {failed ? (
        <Heading network={network} note={t('approvals.failedText')} end={retry} />
      ) : (
        !isAlone && <Heading network={network} {...(isUnsure(section) && { end: retry })} />
      )}
      {unreached && (
        <Banner icon="warning" tone="warning">
          {t('approvals.unreached', { network: name })}
        </Banner>
      )}
      <Remarks section={section} />
      {isWaiting(section) && <Bones />}
      {list.length > 0 && (
        <ul role="list" aria-label={isAlone ? t('approvals.list') : name}>
          {list.map((each) => (
            <li key={each.key}>
              <Choice
                kit={kit}
                network={network}
                approval={each}
                isChosen={chosen.includes(each.key)}
                onChoose={() => controller.choose(caipNetworkId, each.key)}
                nameOf={nameOf}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A network's picture and name. `note`: what went wrong there; `end`: what the person can do about it. */
export const Heading = ({ network, note, end }: Pick<Shown, 'network'> & { note?: string; end?: ReactNode }) => (
  <div className="approvals-head">
    <NetworkTile network={network} size={24} />
    <div className="grow">
      <h2 className="label clip row-line">
        <bdi>{network.name}</bdi>
      </h2>
      {note !== undefined && (
        <span className="note row-line" role="status">
          {note}
        </span>
      )}
    </div>
    {end}
  </div>
)

/** Gray placeholder rows, shown until the node has answered. */
export function Bones() {
  const t = useText(approvalMessages)
  return (
    <div role="status" aria-label={t('approvals.loading')}>
      {[0, 1, 2].map((at) => (
        <BareRow key={at} round note />
      ))}
    </div>
  )
}

/** Shows remarks beside the list, such as how many blocks were searched, and what can be taken without an approval. */
export function Remarks({ section }: { section: Shown }) {
  const t = useText(approvalMessages)
  const { list = [], blocks, more, unread, issued, runs } = section
  if (!hasRemarks(section)) return null
  return (
    <div className="bones approvals-beside">
      {blocks !== undefined && <Banner icon="info">{t('approvals.partial', { blocks: blocks.toString() })}</Banner>}
      {more > 0 && <Banner icon="warning">{t('approvals.more', { count: more })}</Banner>}
      {unread > 0 && <Banner icon="warning">{t('approvals.unread', { count: unread })}</Banner>}
      {issued.length > 0 && (
        <Banner icon="warning" tone="warning">
          {t('approvals.issued', { tokens: issued.join(', ') })}
        </Banner>
      )}
      {runs === UNREAD && <Banner icon="warning">{t('approvals.codeUnread')}</Banner>}
      {runs !== undefined && runs !== UNREAD && <Banner icon="info">{t('approvals.code', { address: runs })}</Banner>}
      {list.some(isFrozen) && <Banner icon="info">{t('approvals.frozenText')}</Banner>}
    </div>
  )
}
