import { Banner, useSnapshot } from 'walletkit/ui'
import type { PasskeyController } from '../controller.ts'

/** Why the last action failed, and below it what the visitor can do, where that is known. */
export function Note({ controller }: { controller: PasskeyController }) {
  const { note, next } = useSnapshot(controller.state)
  if (note === '') return null
  return (
    <Banner icon="warning" tone="warning">
      <span className="row-line">{note}</span>
      {next !== '' && <span className="row-line passkey-next">{next}</span>}
    </Banner>
  )
}
