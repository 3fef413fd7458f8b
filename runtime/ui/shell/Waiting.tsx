import { useText } from '../context.ts'
import { Spinner } from '../parts/Panel.tsx'
import { shellMessages } from './messages.ts'

/** Shown while a view's chunk is on its way: rarely seen, since intent fetches it first. */
export function Waiting() {
  const t = useText(shellMessages)
  return (
    <div className="waiting">
      <Spinner label={t('shell.loading')} />
    </div>
  )
}
