import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import type { Tone } from './Tag.tsx'

/**
 * A notice above the content, for example that the page is offline.
 *
 * @example
 * ```tsx
 * import { Banner, useOnline } from 'walletkit/ui'
 *
 * const Offline = () => (useOnline() ? null : <Banner icon="offline">You are offline</Banner>)
 * ```
 */
export function Banner({ icon, tone, children }: { icon: IconName; tone?: Tone; children: ReactNode }) {
  return (
    <div className="banner" data-tone={tone} role="status">
      <Icon name={icon} />
      <span className="grow">{children}</span>
    </div>
  )
}
