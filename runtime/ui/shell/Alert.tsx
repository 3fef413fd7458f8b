import { hideAlert } from '../../state/report.ts'
import { useKit, useSnapshot, useText } from '../context.ts'
import { Icon } from '../parts/Icon.tsx'
import { shellMessages } from './messages.ts'

/** A message for the site's developer, shown above the view until dismissed. */
export function Alert() {
  const kit = useKit()
  const t = useText(shellMessages)
  const alert = useSnapshot(kit.state.alert)
  if (!alert.open) return null
  return (
    <div className="alert banner" role="alert" data-tone={alert.variant} data-code={alert.code}>
      <Icon name="warning" />
      <span className="grow">{alert.message}</span>
      <button
        type="button"
        className="clear"
        aria-label={t('shell.dismiss')}
        onClick={() => hideAlert(kit.state.alert)}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
