import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from './context.ts'
import { Button } from './parts/Button.tsx'
import { Panel } from './parts/Panel.tsx'
import { shellMessages } from './shell/messages.ts'
import { Spinner } from './parts/Spinner.tsx'

export type FailedProps = {
  /** The thrown error. */
  reason: unknown
  retry: () => void
  /** Goes to another screen; absent if there is none to go to. */
  leave?: (() => void) | undefined
  /** Renders one line inside a screen instead of a whole screen, once the code of the message has loaded. */
  inline?: boolean
}

/**
 * Replaces a failed component. Loads the code for the message only now. If that fails too, shows a built-in message
 * that loading failed.
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

/**
 * A spinner while the code of a view, or of the message about a failure, loads. Usually brief, because hover and focus
 * preload views.
 */
export function Waiting() {
  const t = useText(shellMessages)
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The body still has the height of the previous view (`useHeight.ts`).
    const height = own.current?.closest<HTMLElement>('.body')?.style.height
    if (height) own.current?.style.setProperty('--height', height)
  }, [])
  return (
    <div ref={own} className="waiting">
      <Spinner label={t('shell.loading')} />
    </div>
  )
}
