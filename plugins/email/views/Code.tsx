import { useEffect, useId, useRef, useState } from 'react'
import { isOnline } from 'walletkit/plugin'
import { useComposed, useOnline, useText } from 'walletkit/ui'
import { CODE_LENGTH } from '../controller.ts'
import { digitsOf } from '../digits.ts'
import { emailMessages } from '../messages.ts'

export type CodeProps = {
  busy: boolean
  /** Counts wrong codes; each increase clears the boxes and shakes them. */
  wrong: number
  /** Counts repeated emails; each increase clears the boxes, because a new email makes the typed code invalid. */
  sent: number
  note: string
  /** The visitor may try again with the same code. */
  again: boolean
  onCode: (code: string) => void
  onAgain: (code: string) => void
}

const BOXES = Array.from({ length: CODE_LENGTH }, (_, at) => at)

/** Six boxes over one real input, so that the browser handles paste, autofill and backspace. Submits when full. */
export function Code({ busy, wrong, sent, note, again, onCode, onAgain }: CodeProps) {
  const t = useText(emailMessages)
  const online = useOnline()
  const slot = useId()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  /** The code that was submitted last, so that the same code is not submitted twice. */
  const asked = useRef('')
  /** The number of wrong codes before this screen opened: only later wrong codes shake the boxes. */
  const [before] = useState(wrong)

  const ask = (digits: string) => {
    if (digits.length < CODE_LENGTH || asked.current === digits || !isOnline()) return
    asked.current = digits
    onCode(digits)
  }
  const field = useComposed(code, ({ value }, _event, isComposing) => {
    const digits = digitsOf(value, CODE_LENGTH)
    setCode(digits)
    // Submit only after the input method has ended: it could still write the code again after a wrong one was cleared.
    if (!isComposing) ask(digits)
  })
  // Clear the boxes after a wrong code, and after a new email, which makes the typed code invalid.
  useEffect(() => {
    setCode('')
    asked.current = ''
    input.current?.focus({ preventScroll: true })
  }, [wrong, sent])
  const late = useRef(() => {})
  useEffect(() => {
    late.current = () => (again ? onAgain(code) : ask(code))
  })
  useEffect(() => {
    if (online) late.current()
  }, [online])

  const offline = !online && code.length === CODE_LENGTH
  return (
    <>
      <div className="email-code-field" dir="ltr" data-invalid={(note !== '' && !again) || undefined}>
        <div className="email-boxes" key={wrong} data-shake={wrong > before || undefined} aria-hidden="true">
          {BOXES.map((at) => (
            <span
              key={at}
              className="email-box"
              data-next={at === Math.min(code.length, CODE_LENGTH - 1) || undefined}
              data-caret={at === code.length || undefined}
            >
              {code[at]}
            </span>
          ))}
        </div>
        <input
          ref={input}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-label={t('email.code', { count: CODE_LENGTH })}
          aria-invalid={(note !== '' && !again) || undefined}
          aria-describedby={slot}
          {...field}
          readOnly={busy}
          data-autofocus
        />
      </div>
      <p className="note email-slot" id={slot}>
        <span role="alert">{note}</span>
        <span role="status">{offline ? t('email.codeOffline') : busy && t('email.checking')}</span>
        {again && online && (
          <button type="button" className="link" onClick={() => onAgain(code)}>
            {t('email.again')}
          </button>
        )}
      </p>
    </>
  )
}
