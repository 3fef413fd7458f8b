import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import type { Tone } from './Row.tsx'
import { Tile } from './Tile.tsx'

/**
 * An empty or failed state: an icon, an explanation and at most one next step.
 *
 * @example
 * ```tsx
 * import { Button, Panel } from 'walletkit/ui'
 *
 * const Empty = ({ receive }: { receive: () => void }) => (
 *   <Panel icon="coins" title="No tokens yet" action={<Button onClick={receive}>Receive</Button>}>
 *     Tokens that you receive appear here.
 *   </Panel>
 * )
 * ```
 */
export function Panel({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="center state">
      <Tile name="" size={56}>
        <Icon name={icon} size={24} stroke={1.5} />
      </Tile>
      <p className="title state-title">{title}</p>
      {children !== undefined && <p className="text">{children}</p>}
      {action !== undefined && <div className="state-action">{action}</div>}
    </div>
  )
}

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

/**
 * A list of labels and values.
 *
 * @example
 * ```tsx
 * import { Pairs } from 'walletkit/ui'
 *
 * const Costs = () => <Pairs items={[{ label: 'Network fee', value: '0.0001 ETH' }]} />
 * ```
 */
export function Pairs({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="pairs">
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * A spinner; with a label, screen readers hear that something is in progress.
 *
 * @example
 * ```tsx
 * import { Spinner } from 'walletkit/ui'
 *
 * const Waiting = () => <Spinner label="Waiting for the wallet" />
 * ```
 */
export const Spinner = ({ label }: { label?: string }) => (
  <span className="spinner" role={label ? 'status' : undefined} aria-label={label} />
)

/**
 * A placeholder bar with the final size of the loading text. Widths and heights are classes: w40 … w160, h10 … h64.
 *
 * @example
 * ```tsx
 * import { Skeleton } from 'walletkit/ui'
 *
 * const Balance = ({ text }: { text: string | undefined }) => <p>{text ?? <Skeleton width={120} height={20} />}</p>
 * ```
 */
export const Skeleton = ({
  width = 80,
  height = 12,
  round,
}: {
  width?: 40 | 56 | 64 | 80 | 120 | 160
  height?: 10 | 12 | 20 | 40 | 48 | 64
  round?: boolean
}) => <span className={`bone w${width} h${height}`} data-round={round || undefined} aria-hidden="true" />
