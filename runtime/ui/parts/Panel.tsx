import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
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
