import type { ViewProps } from 'walletkit/plugin'
import { useText } from 'walletkit/ui'
import type { Change } from '../change.ts'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'
import { CodeScreen } from './CodeScreen.tsx'
import { Resend } from './Resend.tsx'

type Props = ViewProps<EmailController, Change | undefined>

/** Asks for the code that the login service sent to the current address. */
export default function UpdatePrimaryOtpView({ kit, controller, params }: Props) {
  const t = useText(emailMessages)
  const resend = async () => {
    if (params && (await controller.resendChange(params))) kit.toast.success(t('email.sent'), 'mail')
  }
  return (
    <CodeScreen
      kit={kit}
      controller={controller}
      email={params?.email}
      text={t('email.currentCode')}
      onCode={(code) => params && void controller.enterPrimaryCode(code, params)}
      foot={
        <>
          <button type="button" className="link" onClick={controller.changeAnew}>
            {t('email.another')}
          </button>
          <Resend controller={controller} label={t('email.resend')} wait={controller.changeWait} onPress={resend} />
        </>
      }
    />
  )
}
