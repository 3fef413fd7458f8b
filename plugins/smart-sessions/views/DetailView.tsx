import { useEffect } from 'react'
import type { PluginKit, ViewProps } from 'walletkit/plugin'
import {
  Banner,
  BareRow,
  Button,
  Pairs,
  Panel,
  Spinner,
  Tile,
  useActive,
  useOnline,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { SessionsController } from '../controller.ts'
import { isLong } from '../grant.ts'
import { sessionMessages } from '../messages.ts'
import type { Session } from '../session.ts'
import { askText, momentText } from '../words.ts'
import { Gate } from './Gate.tsx'
import { Permissions } from './Permissions.tsx'
import css from './sessions.css.ts'

/** The id of the session that shows. Not kept in the component, which an embedded wallet's request unmounts. */
const shown = new WeakMap<SessionsController, string | undefined>()

/** Describes one session, with a button that revokes it. */
export default function DetailView({
  kit,
  controller,
  params,
}: ViewProps<SessionsController, { pci: string } | undefined>) {
  useSheet(css)
  const t = useText(sessionMessages)
  const { sessions, failed } = useSnapshot(controller.state)
  const { account } = useActive(kit)
  const isKnown = sessions !== undefined
  // An answer about the last account or network is dropped, so a change during the wait needs a new request.
  useEffect(() => {
    if (!isKnown) void controller.load()
  }, [controller, isKnown, account.caipAddress])
  const wanted = params?.pci
  useEffect(() => {
    shown.set(controller, wanted)
    return () => void shown.delete(controller)
  }, [controller, wanted])
  const session = sessions?.find(({ pci }) => pci === wanted)
  return (
    <Gate kit={kit} controller={controller}>
      {session ? (
        <Detail kit={kit} controller={controller} session={session} />
      ) : isKnown || failed ? (
        <Panel
          icon={failed ? 'warning' : 'key'}
          title={t(failed ? 'sessions.failed' : 'sessions.gone')}
          action={
            <Button size="m" onClick={() => kit.replace('SmartSessionList')}>
              {t('sessions.see')}
            </Button>
          }
        >
          {t(failed ? 'sessions.failedText' : 'sessions.goneText')}
        </Panel>
      ) : (
        <div className="pad" role="status" aria-label={t('sessions.loading')}>
          <BareRow note />
          <div className="session-may">
            {[1, 2, 3].map((at) => (
              <BareRow key={at} note />
            ))}
          </div>
          <span className="bone session-bone" />
          <span className="bone session-bare" />
        </div>
      )}
    </Gate>
  )
}

function Detail({ kit, controller, session }: { kit: PluginKit; controller: SessionsController; session: Session }) {
  const t = useText(sessionMessages)
  const online = useOnline()
  const { account, network } = useActive(kit)
  const { revoking } = useSnapshot(controller.state)
  const { app, expiry, createdAt, permissions, pci } = session
  const name = app.name || t('sessions.unnamed')
  const isOver = expiry <= Date.now()
  const revoke = async () => {
    // The wallet may answer after the visitor has gone on to another screen.
    if ((await controller.revoke(pci)) && shown.get(controller) === pci) kit.back()
  }
  return (
    <div className="pad">
      <div className="session-head">
        <Tile name={name} src={app.iconUrl} />
        <span className="grow">
          <span className="label clip">
            <bdi>{name}</bdi>
          </span>
          <span className="note clip url">
            <bdi>{app.url}</bdi>
          </span>
        </span>
      </div>
      <Permissions kit={kit} controller={controller} permissions={permissions} isLong={!isOver && isLong(session)} />
      <div className="session-facts">
        <Pairs
          items={[
            { label: t('sessions.until'), value: isOver ? t('sessions.ended') : momentText(expiry, kit.locale) },
            ...(createdAt === undefined
              ? []
              : [{ label: t('sessions.since'), value: momentText(createdAt, kit.locale) }]),
            { label: t('sessions.network'), value: network?.name ?? '' },
          ]}
        />
      </div>
      {!online && <Banner icon="offline">{t('sessions.offline')}</Banner>}
      {/* `aria-disabled` keeps the focus during the wallet request; the controller ignores a second press. */}
      <div className="session-do">
        <Button
          wide
          aria-disabled={revoking !== undefined || undefined}
          aria-busy={revoking === pci}
          onClick={() => void revoke()}
        >
          {revoking === pci && <Spinner />}
          <span className="clip">{revoking === pci ? askText(account, t) : t('sessions.revoke')}</span>
        </Button>
      </div>
    </div>
  )
}
