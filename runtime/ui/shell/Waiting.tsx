import { useText } from '../context.ts'
import { Spinner } from '../parts/Spinner.tsx'
import { shellMessages } from './messages.ts'

/** Shown while a view's chunk loads. Rarely visible, because hover and focus preload the chunk. */
export function Waiting() {
  const t = useText(shellMessages)
  return (
    <div className="waiting">
      <Spinner label={t('shell.loading')} />
    </div>
  )
}
