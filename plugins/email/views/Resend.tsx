import { useEffect, useState } from 'react'
import { useOnline, useSnapshot, useText } from 'walletkit/ui'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'

type Props = {
  controller: EmailController
  label: string
  /** Whole seconds until the button is enabled. */
  wait: () => number
  onPress: () => Promise<unknown>
}

/** A button that requests another email. While it is disabled, it shows a countdown and can keep the focus. */
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

/** Reads the wait again each second, because other tabs may request emails too. */
function useSeconds(wait: () => number): number {
  const [left, setLeft] = useState(wait)
  useEffect(() => {
    const timer = setInterval(() => setLeft(wait()), 1000)
    return () => clearInterval(timer)
  }, [wait])
  return Math.max(0, left)
}
