import { useEffect, useState } from 'react'
import { useOnline, useSnapshot, useText } from 'walletkit/ui'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'

type Props = {
  controller: EmailController
  label: string
  /** Whole seconds until it may be pressed. */
  wait: () => number
  onPress: () => Promise<unknown>
}

/** Another mail, once the 30 s are over; until then how long that takes. One button throughout: it keeps the focus. */
export function Resend({ controller, label, wait, onPress }: Props) {
  const t = useText(emailMessages)
  const online = useOnline()
  const { busy } = useSnapshot(controller.state)
  const left = useSeconds(wait)
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  const waits = left > 0 || busy || !online
  return (
    <button
      type="button"
      className="link email-resend num"
      aria-disabled={waits || undefined}
      onClick={() => void (!waits && onPress())}
    >
      {left > 0 ? t('email.resendIn', { time }) : label}
    </button>
  )
}

/** Read anew each second: other tabs ask for mails too. */
function useSeconds(wait: () => number): number {
  const [left, setLeft] = useState(wait)
  useEffect(() => {
    const timer = setInterval(() => setLeft(wait()), 1000)
    return () => clearInterval(timer)
  }, [wait])
  return Math.max(0, left)
}
