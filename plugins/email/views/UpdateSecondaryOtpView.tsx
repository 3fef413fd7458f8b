import type { ViewProps } from 'walletkit/plugin'
import { useText } from 'walletkit/ui'
import type { Change } from '../change.ts'
import type { EmailController } from '../controller.ts'
import { emailMessages } from '../messages.ts'
import { CodeScreen } from './CodeScreen.tsx'

type Props = ViewProps<EmailController, Change | undefined>

/** The code that went to the new address. No message asks for another one: who gets none starts again. */
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
