import { useId } from 'react'
import { type PluginKit, shortAddress } from 'walletkit/plugin'
import { Button, Icon, Row, Spinner, Tile, useActive, useSnapshot, useText } from 'walletkit/ui'
import type { SessionsController } from '../controller.ts'
import { sessionMessages } from '../messages.ts'
import type { Session } from '../session.ts'
import { askText, momentText, wordsOf } from '../words.ts'
import { useTokens } from './useTokens.ts'

/** How many permissions a card lists; the session's own screen lists all. */
const LISTED = 3

/**
 * One session in the list: who may do what, until when, and a button that revokes it. The first row opens its screen.
 */
export function SessionCard({
  kit,
  controller,
  session,
  ended,
}: {
  kit: PluginKit
  controller: SessionsController
  session: Session
  /** Called when the session has been revoked. The card disappears then, so the caller has to move the focus. */
  ended: () => void
}) {
  const t = useText(sessionMessages)
  const ids = { name: useId(), revoke: useId() }
  const { account, network } = useActive(kit)
  const { revoking } = useSnapshot(controller.state)
  const { app, expiry, permissions, pci } = session
  const tokens = useTokens(controller, permissions)
  const { symbol = 'ETH', decimals = 18 } = network?.nativeCurrency ?? {}
  const isRevoking = revoking === pci
  const name = app.name || t('sessions.unnamed')
  const until =
    expiry <= Date.now() ? t('sessions.ended') : t('sessions.active', { when: momentText(expiry, kit.locale) })
  const more = permissions.length - LISTED
  return (
    <div className="session-card">
      <Row
        id={pci}
        name={<span id={ids.name}>{name}</span>}
        note={until}
        image={<Tile name={name} src={app.iconUrl} />}
        end={<Icon name="chevron" size={16} />}
        onClick={() => kit.push('SmartSessionDetail', { pci })}
      />
      <ul role="list" aria-label={t('sessions.may')}>
        {permissions.slice(0, LISTED).map((permission, at) => {
          const token = permission.kind === 'token' ? tokens.get(permission.token) : undefined
          const words = wordsOf(permission, { t, native: { symbol, decimals }, token, locale: kit.locale })
          return (
            <li key={at}>
              <Icon name="check" size={16} />
              <span>
                {words.text} {words.address !== undefined && <bdi className="num">{shortAddress(words.address)}</bdi>}
              </span>
            </li>
          )
        })}
        {more > 0 && <li className="session-more num">+{more}</li>}
      </ul>
      {/* `aria-disabled` keeps the focus during the wallet request; the controller ignores a second press. */}
      <Button
        kind="raised"
        size="m"
        wide
        id={ids.revoke}
        aria-labelledby={`${ids.revoke} ${ids.name}`}
        aria-disabled={revoking !== undefined || undefined}
        aria-busy={isRevoking}
        onClick={() => void controller.revoke(pci).then((isRevoked) => isRevoked && ended())}
      >
        {isRevoking && <Spinner />}
        <span className="clip">{isRevoking ? askText(account, t) : t('sessions.revoke')}</span>
      </Button>
    </div>
  )
}
