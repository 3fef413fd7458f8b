import type { ViewProps } from 'walletkit/plugin'
import { useText } from 'walletkit/ui'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'
import { CodeScreen } from './CodeScreen.tsx'
import { Resend } from './Resend.tsx'

type Props = ViewProps<EmailController, { email: string } | undefined>

/** Asks for the code in the login email. */
export default function VerifyOtpView({ kit, controller, params }: Props) {
  const t = useText(emailMessages)
  const email = params?.email
  const resend = async () => {
    if (email && (await controller.resend(email))) kit.toast.success(t('email.sent'), 'mail')
  }
  return (
    <CodeScreen
      kit={kit}
      controller={controller}
      email={email}
      text={t('email.codeSentTo')}
      onCode={(code) => void controller.enterCode(code)}
      onAgain={(code) => void controller.retryCode(code)}
      foot={
        <>
          <button type="button" className="link" onClick={() => kit.reset('Connect')}>
            {t('email.another')}
          </button>
          <Resend controller={controller} label={t('email.resend')} wait={controller.wait} onPress={resend} />
        </>
      }
    />
  )
}
