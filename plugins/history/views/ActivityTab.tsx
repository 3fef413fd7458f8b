import type { ViewProps } from 'walletkit/plugin'
import type { HistoryController } from '../controller.ts'
import { Activity } from './Activity.tsx'

/** The activity as a tab of the account. */
export default function ActivityTab({ kit, controller }: ViewProps<HistoryController>) {
  return <Activity kit={kit} controller={controller} />
}
