/** What the screens of a send to several recipients do. */
import type { SendPanel } from '../panel.ts'
import { manyLabel } from './facts.ts'
import { manyIntent } from './intent.ts'
import { fetchCost } from './prepare.ts'
import * as rows from './rows.ts'
import { isRunning, sendMany, stopMany } from './run.ts'

/** `stay` says that the next screen is still part of the visit. */
export function createSeveral(panel: SendPanel, stay: () => void) {
  const { kit, many } = panel
  return {
    open: (): void => {
      stay()
      kit.push('WalletSendMany')
    },
    /** The form opened. What it shows of an earlier run stays until the visitor has closed it. */
    begin: (): void => {
      if (!many.run) rows.beginMany(panel)
    },
    add: (): void => void rows.addRow(panel),
    remove: (id: number): void => rows.removeRow(panel, id),
    setAmount: (id: number, amount: string): void => rows.setRowAmount(panel, id, amount),
    setReceiver: (id: number, text: string) => rows.setRowReceiver(panel, id, text),
    accept: (id: number): void => rows.acceptRow(panel, id),
    keepRepeats: (id: number): void => rows.keepRepeats(panel, id),
    addList: (text: string): rows.ListFault | undefined => rows.addList(panel, text),
    review: (): void => {
      if (manyLabel(panel) !== 'previewSend' || isRunning(panel)) return
      stay()
      kit.push('WalletSendManyReview')
    },
    /** The cost belongs to what the review shows: the form may change it. */
    forgetCost: (): void => {
      panel.costs.end()
      many.cost = undefined
    },
    fetchCost: async (): Promise<void> => {
      const wanted = manyIntent(panel)
      if (wanted) await fetchCost(panel, wanted)
    },
    /** Goes back to the form, which shows what becomes of each payment. */
    send: (): Promise<void> => {
      const sending = sendMany(panel)
      if (isRunning(panel)) {
        stay()
        kit.back()
      }
      return sending
    },
    stop: (): void => stopMany(panel),
    /** The visitor has seen what became of a run. Who was not paid is in the form again. */
    close: (): void => {
      if (isRunning(panel)) return
      many.run = undefined
      if (many.rows.length === 0) kit.reset('Account')
      else rows.beginMany(panel)
    },
    /** Another account or network is active. Addresses of another namespace are of no use there. */
    changed: (isOther: boolean): void => {
      panel.costs.end()
      many.cost = undefined
      if (isOther) Object.assign(many, { rows: [], repeats: [] })
    },
  }
}
