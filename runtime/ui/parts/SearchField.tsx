import { forwardRef, useEffect, useRef } from 'react'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'

export type SearchFieldProps = {
  label: string
  value: string
  onValue: (value: string) => void
  clearLabel: string
  autoFocus?: boolean
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
export const SearchField = /* @__PURE__ */ forwardRef<HTMLInputElement, SearchFieldProps>(function SearchField(
  { label, value, onValue, clearLabel, autoFocus },
  ref,
) {
  const own = useRef<HTMLInputElement>(null)
  // Use the caller's ref object if there is one: the field moves the focus itself, so it needs the element. A function
  // as `ref` is not called.
  const input = (typeof ref === 'object' && ref) || own
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
})
