/** The actions that the screens of a send to several recipients call. */
import type { SendPanel } from '../panel.ts'
import { manyLabel } from './facts.ts'
import { manyIntent } from './intent.ts'
import { fetchCost } from './prepare.ts'
import * as rows from './rows.ts'
import { isRunning, sendMany, stopMany } from './run.ts'

/**
 * Creates the actions. They call `stay` before they open another screen of the panel: returning to the form then
 * continues the visit, whereas a new visit would fill in the view's parameters again.
 */
export function createSeveral(panel: SendPanel, stay: () => void) {
  const { kit, many } = panel
  return {
    open: (): void => {
      stay()
      kit.push('WalletSendMany')
    },
    /**
     * Call when the form opens. The result of an earlier run stays in place of the form until the visitor closes it.
     */
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
    /** Call when the review closes: its cost no longer applies once the form has changed. */
    forgetCost: (): void => {
      panel.costs.end()
      many.cost = undefined
    },
    fetchCost: async (): Promise<void> => {
      const wanted = manyIntent(panel)
      if (wanted) await fetchCost(panel, wanted)
    },
    /**
     * Starts the payments and at once goes back to the form, which shows what becomes of each. Stays on this screen if
     * none could start. Resolves at the end of the run.
     */
    send: (): Promise<void> => {
      const sending = sendMany(panel)
      if (isRunning(panel)) {
        stay()
        kit.back()
      }
      return sending
    },
    stop: (): void => stopMany(panel),
    /**
     * Closes the result of a run. Rows that were not paid are still in the form; without any, opens the Account view.
     */
    close: (): void => {
      if (isRunning(panel)) return
      many.run = undefined
      if (many.rows.length === 0) kit.reset('Account')
      else rows.beginMany(panel)
    },
    /**
     * Call when another account or network is active. `isOther`: the namespace changed, so the rows' addresses are
     * useless.
     */
    changed: (isOther: boolean): void => {
      panel.costs.end()
      many.cost = undefined
      if (isOther) Object.assign(many, { rows: [], repeats: [] })
    },
  }
}
