import { useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { useOnline } from '../../useOnline.ts'
import { commonMessages } from '../common.messages.ts'

type Words = { title: string; text: string }

/** The directory did not answer, or cannot be asked: what that means, and a way to ask again. */
export function Unreachable({ retry, failed, offline }: { retry: () => void; failed: Words; offline: Words }) {
  const t = useText(commonMessages)
  const online = useOnline()
  const { title, text } = online ? failed : offline
  return (
    <Panel
      icon={online ? 'warning' : 'offline'}
      title={title}
      action={
        <Button size="m" icon="retry" onClick={retry}>
          {t('common.retry')}
        </Button>
      }
    >
      {text}
    </Panel>
  )
}
