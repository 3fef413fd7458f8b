import type { ViewProps } from 'walletkit/plugin'
import { useText } from 'walletkit/ui'
import type { Change } from '../change.ts'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'
import { CodeScreen } from './CodeScreen.tsx'

type Props = ViewProps<EmailController, Change | undefined>

/** Asks for the code sent to the new address. The service cannot resend it: a visitor without a code starts again. */
export default function UpdateSecondaryOtpView({ kit, controller, params }: Props) {
  const t = useText(emailMessages)
  return (
    <CodeScreen
      kit={kit}
      controller={controller}
      email={params?.newEmail}
      text={t('email.newCode')}
      onCode={(code) => void controller.enterSecondaryCode(code, t('email.changed'))}
      foot={
        <button type="button" className="link" onClick={controller.changeAnew}>
          {t('email.another')}
        </button>
      }
    />
  )
}
