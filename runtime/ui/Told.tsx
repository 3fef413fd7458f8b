import { failureOf } from '../errors/failure.ts'
import { PluginError } from '../errors/plugin.ts'
import { cleanText } from '../lib/text.ts'
import { useText } from './context.ts'
import type { FailedProps } from './Failed.tsx'
import { Button } from './parts/Button.tsx'
import { Panel } from './parts/Panel.tsx'
import { shellMessages } from './shell/messages.ts'
import { toldMessages } from './told.messages.ts'

/**
 * Says what failed, with one button: to retry if a download failed, if `inline`, or without `leave`; else to go to
 * another screen (`leave`).
 */
export function Told({ reason, retry, leave, inline }: FailedProps) {
  const shell = useText(shellMessages)
  const t = useText(toldMessages)
  const failure = failureOf(reason)
  // Isolate the name, so that right-to-left text in it does not reorder the sentence.
  const plugin = reason instanceof PluginError ? `\u2068${cleanText(reason.plugin)}\u2069` : ''
  const title = failure === 'CHUNK_FAILED' ? shell('shell.failed') : t(`told.${failure}`, { plugin })
  if (inline)
    return (
      <p className="note">
        {title}{' '}
        <button type="button" className="link" onClick={retry}>
          {shell('shell.retry')}
        </button>
      </p>
    )
  const action =
    leave && failure !== 'CHUNK_FAILED' ? (
      <Button kind="primary" size="m" onClick={leave}>
        {t('told.goBack')}
      </Button>
    ) : (
      <Button kind="primary" size="m" icon="retry" onClick={retry}>
        {shell('shell.retry')}
      </Button>
    )
  return (
    <Panel icon="warning" title={title} action={action}>
      {failure === 'CHUNK_FAILED' ? shell('shell.failedText') : t('told.rest')}
    </Panel>
  )
}
