import { useEffect, useState } from 'react'
import type { ViewProps } from 'walletkit/plugin'
import { Spinner, useOnline, useSheet, useSnapshot, useText } from 'walletkit/ui'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'
import css from './email.css.ts'
import { Gone } from './Gone.tsx'
import { Head } from './Head.tsx'
import { Resend } from './Resend.tsx'

type Props = ViewProps<EmailController, { email: string } | undefined>

/** Shown for a browser that the account does not know yet: the visitor approves it with the link in the email. */
export default function VerifyDeviceView({ kit, controller, params }: Props) {
  useSheet(css)
  const t = useText(emailMessages)
  const online = useOnline()
  const { deviceNote, codeNote } = useSnapshot(controller.state)
  const note = codeNote || deviceNote
  const [round, setRound] = useState(0)
  const email = params?.email
  useEffect(() => {
    if (!email) return
    const life = new AbortController()
    void controller.awaitDevice(email, life.signal)
    return () => {
      life.abort()
      controller.leave()
    }
  }, [controller, email, round])
  if (!email) return <Gone kit={kit} about="code" />
  const wait = () => setRound((last) => last + 1)
  const resend = async () => {
    if (!(await controller.resend(email))) return
    kit.toast.success(t('email.sentLink'))
    if (deviceNote) wait()
  }
  return (
    <div className="pad">
      <div className="email-code">
        <Head text={t('email.deviceTo')} email={email} />
        <p className="note">{t('email.deviceNote')}</p>
        <p className="email-slot email-waiting">
          <span role="alert" className="note">
            {note}
          </span>
          <span role="status" className="text">
            {!note && (
              <>
                {online && <Spinner />} {t(online ? 'email.deviceWaiting' : 'email.deviceOffline')}
              </>
            )}
          </span>
          {note && (
            <button type="button" className="link note" onClick={codeNote ? controller.finish : wait}>
              {t('email.again')}
            </button>
          )}
        </p>
      </div>
      <div className="email-foot">
        <button type="button" className="link" onClick={() => kit.reset('Connect')}>
          {t('email.another')}
        </button>
        <Resend controller={controller} label={t('email.deviceResend')} wait={controller.wait} onPress={resend} />
      </div>
    </div>
  )
}
