import { shortAddress } from 'walletkit/plugin'
import { Icon, useSnapshot, useText } from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import { lookAlike } from '../form.ts'
import { sendMessages } from '../messages.ts'

/** Warns of a receiver that looks like a known address: shows both, with the parts marked in which they differ. */
export function LookAlike({ controller }: { controller: SendController }) {
  const t = useText(sendMessages)
  const { receiver } = useSnapshot(controller.state)
  const known = lookAlike(controller)
  const { address } = receiver
  if (known === undefined || address === undefined) return null
  return (
    <div className="banner send-warn" data-tone="error" role="alert">
      <Icon name="warning" />
      <span className="grow">
        {t('send.lookAlike', { address: `\u2068${shortAddress(known)}\u2069` })}
        <span className="note send-which">{t('send.thisOne')}</span>
        <Compared value={address} other={known} />
        <span className="note send-which">{t('send.usedOne')}</span>
        <Compared value={known} other={address} />
      </span>
    </div>
  )
}

/** A full address in groups of four characters; the groups that the other address does not have are marked. */
function Compared({ value, other }: { value: string; other: string }) {
  const prefix = value.startsWith('0x') ? '0x' : ''
  const groups = groupsOf(value, prefix)
  const others = groupsOf(other, prefix)
  return (
    <span className="address" dir="ltr" data-plain={prefix ? undefined : ''} role="text" aria-label={value}>
      {prefix && <b>{prefix}</b>}
      {groups.map((group, at) =>
        isSame(group, others[at], prefix) ? <b key={at}>{group}</b> : <mark key={at}>{group}</mark>,
      )}
    </span>
  )
}

const groupsOf = (address: string, prefix: string) => address.slice(prefix.length).match(/.{1,4}/g) ?? []
/** Hex ignores case; in base58 another case is another address. */
const isSame = (a: string, b: string | undefined, prefix: string) =>
  prefix ? a.toLowerCase() === b?.toLowerCase() : a === b
