import { useEffect, useState } from 'react'
import type { PluginKit } from 'walletkit/plugin'
import { Banner, useText } from 'walletkit/ui'
import { sessionMessages } from '../messages.ts'
import type { Permission } from '../permission.ts'
import { readReach } from '../reach.ts'

/** Says that granting moves nothing yet, and warns of each balance that the session could take in full. */
export function Reach({ kit, permissions }: { kit: PluginKit; permissions: readonly Permission[] }) {
  const t = useText(sessionMessages)
  const [all, setAll] = useState<readonly string[]>([])
  useEffect(() => {
    let isGone = false
    void readReach(kit, permissions).then((found) => isGone || setAll(found))
    return () => void (isGone = true)
  }, [kit, permissions])
  return (
    <>
      <p className="note">{t('sessions.now')}</p>
      {all.map((amount) => (
        <Banner key={amount} icon="warning" tone="error">
          {t('sessions.all', { amount: `\u2068${amount}\u2069` })}
        </Banner>
      ))}
    </>
  )
}
