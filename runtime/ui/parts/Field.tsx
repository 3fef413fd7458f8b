import { type InputHTMLAttributes, type ReactNode, type Ref, type RefObject, useEffect, useRef } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'style' | 'size'> & {
  label: string
  icon?: IconName
  invalid?: boolean
  size?: 'm'
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/**
 * A text field with a label, an optional icon before it and any content after it.
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
export function Field({ label, icon, invalid, size, end, ref, ...input }: FieldProps) {
  return (
    <label className="field" data-invalid={invalid || undefined} data-size={size}>
      {icon && <Icon name={icon} />}
      <input {...input} ref={ref} aria-label={label} aria-invalid={invalid || undefined} />
      {end}
    </label>
  )
}

/**
 * A search field with a clear button.
 *
 * @example
 * ```tsx
 * import { useState } from 'react'
 * import { SearchField } from 'walletkit/ui'
 *
 * function Search() {
 *   const [text, setText] = useState('')
 *   return <SearchField label="Search tokens" value={text} onValue={setText} clearLabel="Clear" />
 * }
 * ```
 */
export function SearchField({
  label,
  value,
  onValue,
  clearLabel,
  autoFocus,
  ref,
}: {
  label: string
  value: string
  onValue: (value: string) => void
  clearLabel: string
  autoFocus?: boolean
  ref?: RefObject<HTMLInputElement | null>
}) {
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  // The view's chunk may load after the shell focused the title. On touch screens, do not open the keyboard unasked.
  useEffect(() => {
    if (autoFocus && matchMedia('(hover:hover)').matches && input.current?.checkVisibility())
      input.current.focus({ preventScroll: true })
  }, [autoFocus, input])
  const clear = () => {
    onValue('')
    input.current?.focus()
  }
  return (
    <Field
      type="search"
      icon="search"
      size="m"
      label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      autoComplete="off"
      spellCheck={false}
      data-autofocus={autoFocus || undefined}
      ref={input}
      end={
        value && (
          <button type="button" className="clear" aria-label={clearLabel} onClick={clear}>
            <Icon name="clear" />
          </button>
        )
      }
    />
  )
}

/**
 * A switch with a label.
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
