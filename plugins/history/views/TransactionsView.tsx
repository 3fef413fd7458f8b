import type { ViewProps } from 'walletkit/plugin'
import type { HistoryController } from '../controller.ts'
import { Activity } from './Activity.tsx'

/** The activity as a separate screen. */
export default function TransactionsView({ kit, controller }: ViewProps<HistoryController>) {
  return (
    <div className="pad history-view">
      <Activity kit={kit} controller={controller} />
    </div>
  )
}
