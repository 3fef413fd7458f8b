/**
 * A switch. `label` is its accessible name, and does not show.
 *
 * @example
 * ```tsx
 * import { useState } from 'react'
 * import { Switch } from 'walletkit/ui'
 *
 * function Hidden() {
 *   const [on, setOn] = useState(false)
 *   return <Switch label="Hide small balances" checked={on} onChange={setOn} />
 * }
 * ```
 */
export function Switch({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={checked}
      aria-label={label}
      onClick={() => onChange(!checked)}
    />
  )
}
