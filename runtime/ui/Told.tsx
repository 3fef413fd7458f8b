import { failureOf } from '../errors/failure.ts'
import { PluginError } from '../errors/plugin.ts'
import { cleanText } from '../lib/text.ts'
import { useText } from './context.ts'
import type { FailedProps } from './Failed.tsx'
import { Button } from './parts/Button.tsx'
import { Panel } from './parts/Panel.tsx'
import { shellMessages } from './shell/messages.ts'
import { toldMessages } from './told.messages.ts'

/** What happened to a part, and one next step: what could not be fetched is tried again, what is broken is left. */
export function Told({ reason, retry, leave, inline }: FailedProps) {
  const shell = useText(shellMessages)
  const t = useText(toldMessages)
  const failure = failureOf(reason)
  // Isolated, so that a name from right to left leaves the sentence as it is.
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
