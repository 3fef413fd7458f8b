import { useMemo, useRef, useState } from 'react'
import { type PluginKit, type ViewProps, WalletKitError } from 'walletkit/plugin'
import {
  Banner,
  Button,
  Icon,
  Pairs,
  Panel,
  Spinner,
  useActive,
  useOnline,
  useSettled,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { SessionsController } from '../controller.ts'
import { SESSION_ERRORS, type SessionErrorCode } from '../errors.ts'
import { isLong, readRequest, type Wanted } from '../grant.ts'
import { sessionMessages } from '../messages.ts'
import { askText, momentText } from '../words.ts'
import { Gate } from './Gate.tsx'
import { Permissions } from './Permissions.tsx'
import { Reach } from './Reach.tsx'
import css from './sessions.css.ts'
import { type Params, useAnswer } from './useAnswer.ts'

/** Describes an app's request before the wallet request. Leaving the screen before "Allow" declines it. */
export default function RequestView({ kit, controller, params }: ViewProps<SessionsController, Params>) {
  useSheet(css)
  const read = useMemo(() => readAsked(kit, params?.request), [kit, params])
  const { decline, allow } = useAnswer(kit, controller, params)
  const { caipAddress } = useActive(kit).account
  // A new request, account or network mounts a new screen, so that a click that was meant for the previous one does not
  // allow this one, and what was read of the tokens of another network is not shown.
  const [shown, show] = useState({ params, at: 0 })
  if (shown.params !== params) show({ params, at: shown.at + 1 })
  return (
    <Gate kit={kit} controller={controller}>
      {'wanted' in read ? (
        <Request
          key={`${shown.at} ${caipAddress}`}
          kit={kit}
          controller={controller}
          wanted={read.wanted}
          allow={allow}
          decline={decline}
        />
      ) : (
        <Refused message={read.refused} close={decline} />
      )}
    </Gate>
  )
}

/** The parsed request, or why it is refused, in the visitor's language. */
function readAsked(kit: Pick<PluginKit, 'text'>, request: unknown): { wanted: Wanted } | { refused: string } {
  try {
    return { wanted: readRequest(request) }
  } catch (error) {
    const isKnown = error instanceof WalletKitError && Object.hasOwn(SESSION_ERRORS, error.code)
    const code = isKnown ? (error.code as SessionErrorCode) : 'SESSION_EMPTY'
    return { refused: kit.text(`error.${code}`, SESSION_ERRORS[code].message) }
  }
}

function Refused({ message, close }: { message: string; close: () => void }) {
  const t = useText(sessionMessages)
  return (
    <Panel
      icon="warning"
      title={t('sessions.refused')}
      action={
        <Button size="m" onClick={close}>
          {t('sessions.decline')}
        </Button>
      }
    >
      {message}
    </Panel>
  )
}

function Request({
  kit,
  controller,
  wanted,
  allow,
  decline,
}: {
  kit: PluginKit
  controller: SessionsController
  wanted: Wanted
  allow: (wanted: Wanted) => Promise<void>
  decline: () => void
}) {
  const t = useText(sessionMessages)
  const screen = useRef<HTMLDivElement>(null)
  const isMeant = useSettled(screen)
  const online = useOnline()
  const { account, network } = useActive(kit)
  const { granting } = useSnapshot(controller.state)
  return (
    <div className="pad" ref={screen}>
      <p className="label session-head">{t('sessions.asks', { site: location.host })}</p>
      <Permissions kit={kit} controller={controller} permissions={wanted.permissions} isLong={isLong(wanted)} />
      <div className="session-facts">
        <Pairs
          items={[
            { label: t('sessions.until'), value: momentText(wanted.expiry, kit.locale) },
            { label: t('sessions.network'), value: network?.name ?? '' },
          ]}
        />
      </div>
      <div className="session-facts">
        <Reach kit={kit} permissions={wanted.permissions} />
      </div>
      {!online && <Banner icon="offline">{t('sessions.offline')}</Banner>}
      <p className="note session-note">
        <Icon name="info" size={16} />
        {t('sessions.noAsking')}
      </p>
      {/* `aria-disabled` instead of `disabled`, so that the button keeps the focus during the wallet request. */}
      <div className="actions session-do" data-waits={granting || undefined}>
        <Button onClick={decline}>{t('sessions.decline')}</Button>
        <Button
          kind="primary"
          aria-busy={granting}
          aria-disabled={granting || undefined}
          disabled={!online && !granting}
          onClick={(event) => {
            if (!granting && isMeant(event)) void allow(wanted)
          }}
        >
          {granting && <Spinner />}
          <span className="clip">{granting ? askText(account, t) : t('sessions.allow')}</span>
        </Button>
      </div>
    </div>
  )
}
