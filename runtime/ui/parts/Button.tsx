import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'>

export type ButtonProps = Native & {
  kind?: 'primary' | 'secondary' | 'plain' | 'raised'
  size?: 'l' | 'm' | 's'
  wide?: boolean
  icon?: IconName
  children: ReactNode
}

/**
 * A button with a text. `wide` fills the row.
 *
 * @example
 * ```tsx
 * import { Button } from 'walletkit/ui'
 *
 * const Confirm = ({ send }: { send: () => void }) => (
 *   <Button kind="primary" wide icon="send" onClick={send}>
 *     Send
 *   </Button>
 * )
 * ```
 */
export function Button({ kind = 'secondary', size = 'l', wide, icon, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className="button" data-kind={kind} data-size={size} data-wide={wide || undefined}>
      {icon && <Icon name={icon} size={size === 's' ? 16 : 20} />}
      {children}
    </button>
  )
}

/**
 * A 44 px button with only an icon; `label` is its accessible name.
 *
 * @example
 * ```tsx
 * import { IconButton } from 'walletkit/ui'
 *
 * const Retry = ({ again }: { again: () => void }) => <IconButton icon="retry" label="Try again" onClick={again} />
 * ```
 */
export function IconButton({ icon, label, ...rest }: Native & { icon: IconName; label: string }) {
  return (
    <button type="button" {...rest} className="icon-button" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}
