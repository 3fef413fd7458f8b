import { type ChangeEvent, type CompositionEvent, useState } from 'react'

/**
 * The value and handlers of a field whose text is rewritten when it is read, for example full-width digits to plain
 * ones. While an input method composes, as those of Japanese and Chinese do, the field keeps the text as it is: after a
 * rewrite, the browser would insert the composed text once more, and `１２` would become 11212.
 *
 * @param value the field's text while nothing is composed
 * @param read gets the field after each change; with `isComposing`, it must not change the field
 * @example
 * ```tsx
 * import { useState } from 'react'
 * import { useComposed } from 'walletkit/ui'
 *
 * function Code() {
 *   const [code, setCode] = useState('')
 *   const field = useComposed(code, ({ value }) => setCode(value.normalize('NFKC')))
 *   return <input aria-label="Code" {...field} />
 * }
 * ```
 */
export function useComposed(
  value: string,
  read: (field: HTMLInputElement, event: Event, isComposing: boolean) => void,
) {
  const [composed, setComposed] = useState<string>()
  return {
    value: composed ?? value,
    onChange: ({ currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
      setComposed(isComposing ? field.value : undefined)
      read(field, nativeEvent, isComposing)
    },
    onCompositionEnd: ({ currentTarget: field, nativeEvent }: CompositionEvent<HTMLInputElement>) => {
      setComposed(undefined)
      read(field, nativeEvent, false)
    },
  }
}
