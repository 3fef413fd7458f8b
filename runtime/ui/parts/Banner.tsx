import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import type { Tone } from './Tag.tsx'

/**
 * A notice above the content, for example that the page is offline. `urgent` interrupts a screen reader: use it only
 * where the visitor's money is in danger.
 *
 * @example
 * ```tsx
 * import { Banner, useOnline } from 'walletkit/ui'
 *
 * const Offline = () => (useOnline() ? null : <Banner icon="offline">You are offline</Banner>)
 * ```
 */
export function Banner({
  icon,
  tone,
  urgent,
  children,
}: {
  icon: IconName
  tone?: Tone
  urgent?: boolean
  children: ReactNode
}) {
  return (
    <div className="banner" data-tone={tone} role={urgent ? 'alert' : 'status'}>
      <Icon name={icon} />
      <span className="grow">{children}</span>
    </div>
  )
}
