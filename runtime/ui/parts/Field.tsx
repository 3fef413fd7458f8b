import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'style' | 'size'> & {
  label: string
  icon?: IconName
  invalid?: boolean
  size?: 'm'
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A text field with its name, an icon before and anything after. */
export function Field({ label, icon, invalid, size, end, ref, ...input }: FieldProps) {
  return (
    <label className="field" data-invalid={invalid || undefined} data-size={size}>
      {icon && <Icon name={icon} />}
      <input {...input} ref={ref} aria-label={label} aria-invalid={invalid || undefined} />
      {end}
    </label>
  )
}

/** A search field whose text a button clears. */
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
  ref?: Ref<HTMLInputElement>
}) {
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
      {...(ref ? { ref } : {})}
      end={
        value && (
          <button type="button" className="clear" aria-label={clearLabel} onClick={() => onValue('')}>
            <Icon name="clear" />
          </button>
        )
      }
    />
  )
}

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
