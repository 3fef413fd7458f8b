import type { InputHTMLAttributes } from 'react'
import { showError } from '../../state/showToast.ts'
import { cleanText } from '../../lib/text.ts'
import { readTyped, showTyped } from '../../lib/typedAmount.ts'
import { useKit, useText } from '../context.ts'
import { partMessages } from './parts.messages.ts'
import { useComposed } from './useComposed.ts'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'inputMode' | 'style'> & {
  /** Plain decimal text such as `1.5`; empty without an amount. */
  value: string
  onValue: (value: string) => void
}

/**
 * A field for an amount, with the digits and decimal mark of the kit's locale, so that the visitor sees how their input
 * is read. Rejects text that is not an amount or is ambiguous, says so in a toast, and keeps the previous amount.
 *
 * @example
 * ```tsx
 * import { useState } from 'react'
 * import { AmountInput } from 'walletkit/ui'
 *
 * function Amount() {
 *   const [amount, setAmount] = useState('')
 *   return <AmountInput value={amount} onValue={setAmount} aria-label="Amount" />
 * }
 * ```
 */
export function AmountInput({ value, onValue, ...input }: Props) {
  const kit = useKit()
  const t = useText(partMessages)
  const { locale } = kit.config
  const shown = showTyped(value, locale)
  const field = useComposed(shown, (field, event, isComposing) => {
    const { value: text, selectionStart } = field
    const plain = readTyped(text, locale, !isOneSign(event))
    if (isComposing) return plain === undefined ? undefined : onValue(plain)
    // Write the value directly as well: React alone would move the caret to the end.
    const next = plain === undefined ? shown : showTyped(plain, locale)
    const back = text.length - (selectionStart ?? text.length)
    field.value = next
    const caret = Math.max(0, next.length - back)
    field.setSelectionRange(caret, caret)
    if (plain !== undefined) return onValue(plain)
    const example = showTyped('1234.5', locale)
    showError(kit.state.toast, t('amount.refused', { text: cleanText(text, 24), example }))
  })
  return (
    <input
      placeholder={showTyped('0', locale)}
      maxLength={100}
      {...input}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      {...field}
    />
  )
}

/**
 * Whether the event is a deletion or a single typed character, in contrast to text from paste, drop, autofill or
 * dictation.
 */
const isOneSign = (event: Event): boolean =>
  event instanceof CompositionEvent
    ? event.data.length === 1
    : event instanceof InputEvent &&
      (event.inputType.startsWith('delete') || (event.inputType.startsWith('insert') && event.data?.length === 1))
