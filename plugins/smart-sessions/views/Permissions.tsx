import type { PluginKit } from 'walletkit/plugin'
import { Address, Banner, Icon, useActive, useText } from 'walletkit/ui'
import type { SessionsController } from '../controller.ts'
import { sessionMessages } from '../messages.ts'
import { isUnclear, isUnlimited, type Permission } from '../permission.ts'
import { wordsOf } from '../words.ts'
import { useTokens } from './useTokens.ts'

/**
 * What each permission of a session allows, with the full address where it names one. Below them, a warning if one has
 * no limit, and one if the session lasts long (`isLong`).
 */
export function Permissions({
  kit,
  controller,
  permissions,
  isLong,
}: {
  kit: PluginKit
  controller: SessionsController
  permissions: readonly Permission[]
  isLong: boolean
}) {
  const t = useText(sessionMessages)
  const { network } = useActive(kit)
  const tokens = useTokens(controller, permissions)
  const { symbol = 'ETH', decimals = 18 } = network?.nativeCurrency ?? {}
  return (
    <>
      <ul role="list" className="session-may" aria-label={t('sessions.may')}>
        {permissions.map((permission, at) => {
          const token = permission.kind === 'token' ? tokens.get(permission.token) : undefined
          const words = wordsOf(permission, { t, native: { symbol, decimals }, token, locale: kit.locale })
          return (
            <li key={at}>
              <Icon name="key" />
              <span className="label">{words.text}</span>
              {words.address !== undefined && <Address value={words.address} />}
              {words.note !== undefined && <span className="note">{words.note}</span>}
            </li>
          )
        })}
      </ul>
      {permissions.some((each) => isUnlimited(each) || isUnclear(each)) && (
        <Banner icon="warning" tone="error">
          {t('sessions.wide')}
        </Banner>
      )}
      {isLong && (
        <Banner icon="warning" tone="error">
          {t('sessions.long')}
        </Banner>
      )}
    </>
  )
}
