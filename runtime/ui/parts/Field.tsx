import { forwardRef, type InputHTMLAttributes, type ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'style' | 'size'> & {
  label: string
  icon?: IconName
  invalid?: boolean
  size?: 'm'
  end?: ReactNode
}

/**
 * A text field with an optional icon before it and any content after it. `label` is its accessible name.
 *
 * @example
 * ```tsx
 * import { useState } from 'react'
 * import { Field } from 'walletkit/ui'
 *
 * function Note() {
 *   const [note, setNote] = useState('')
 *   return <Field label="Note" value={note} onChange={({ target }) => setNote(target.value)} />
 * }
 * ```
 */
// React 18 passes a ref only through `forwardRef`.
export const Field = /* @__PURE__ */ forwardRef<HTMLInputElement, FieldProps>(function Field(
  { label, icon, invalid, size, end, ...input },
  ref,
) {
  return (
    <label className="field" data-invalid={invalid || undefined} data-size={size}>
      {icon && <Icon name={icon} />}
      <input {...input} ref={ref} aria-label={label} aria-invalid={invalid || undefined} />
      {end}
    </label>
  )
})
