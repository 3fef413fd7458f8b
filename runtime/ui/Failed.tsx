import { type ComponentType, useEffect, useState } from 'react'
import { useText } from './context.ts'
import { Button } from './parts/Button.tsx'
import { Panel } from './parts/Panel.tsx'
import { shellMessages } from './shell/messages.ts'
import { Waiting } from './shell/Waiting.tsx'

export type FailedProps = {
  /** What was thrown. */
  reason: unknown
  retry: () => void
  /** Leads away from it, where there is another screen. */
  leave?: (() => void) | undefined
  /** A line among others, not a screen. */
  inline?: boolean
}

/**
 * In place of a part that failed. What is said of it is fetched only now; where that cannot be fetched either, the reason
 * is plain.
 */
export function Failed(props: FailedProps) {
  const t = useText(shellMessages)
  const [told, show] = useState<{ Told?: ComponentType<FailedProps> }>()
  useEffect(() => {
    import('./Told.tsx').then(
      ({ Told }) => show({ Told }),
      () => show({}),
    )
  }, [])
  if (!told) return <Waiting />
  if (told.Told) return <told.Told {...props} />
  return (
    <Panel
      icon="warning"
      title={t('shell.failed')}
      action={
        <Button kind="primary" size="m" icon="retry" onClick={props.retry}>
          {t('shell.retry')}
        </Button>
      }
    >
      {t('shell.failedText')}
    </Panel>
  )
}
