import type { ReactNode } from 'react'
import { shortAddress } from 'walletkit/plugin'
import { Icon, useSnapshot, useText } from 'walletkit/ui'
import type { SendController } from '../controller.ts'
import { lookAlike } from '../form.ts'
import { sendMessages } from '../messages.ts'

/** Warns of a receiver that looks like a known address: shows both and marks the groups of characters that differ. */
export function LookAlike({ controller }: { controller: SendController }) {
  const t = useText(sendMessages)
  const { receiver } = useSnapshot(controller.state)
  const known = lookAlike(controller)
  const { address } = receiver
  if (known === undefined || address === undefined) return null
  return <Twins address={address} known={known} text={t('send.lookAlike', { address: isolated(known) })} />
}

/** A shortened address between Unicode isolates (U+2068, U+2069), so that right-to-left text does not reorder it. */
export const isolated = (address: string) => `\u2068${shortAddress(address)}\u2069`

/**
 * A warning that shows an address and the known address that it looks like. `children`: buttons below the addresses.
 */
export function Twins(props: {
  address: string
  known: string
  text: string
  which?: 'send.usedOne' | 'send.listedOne'
  children?: ReactNode
}) {
  const t = useText(sendMessages)
  const { address, known, text, which = 'send.usedOne', children } = props
  return (
    <div className="banner send-warn" data-tone="error" role="alert">
      <Icon name="warning" />
      <span className="grow">
        {text}
        <span className="note send-which">{t('send.thisOne')}</span>
        <Compared value={address} other={known} />
        <span className="note send-which">{t(which)}</span>
        <Compared value={known} other={address} />
        {children}
      </span>
    </div>
  )
}

/** Shows a full address in groups of four characters, and marks the groups that differ from those of `other`. */
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
