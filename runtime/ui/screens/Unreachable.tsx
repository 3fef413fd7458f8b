import { useText } from '../context.ts'
import { Button } from '../parts/Button.tsx'
import { Panel } from '../parts/Panel.tsx'
import { useOnline } from '../useOnline.ts'
import { commonMessages } from './common.messages.ts'

type Words = { title: string; text: string }

/** Shown if the directory did not answer or the page is offline, with a retry button. */
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
