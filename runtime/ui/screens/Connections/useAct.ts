import { useRef, useState } from 'react'
import { report } from '../../../state/report.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { useKit } from '../../context.ts'

/**
 * Runs one action at a time. `running`: the key of the action that runs; `said`: what a screen reader hears when it is
 * done.
 */
export function useAct() {
  const kit = useKit()
  const [running, setRunning] = useState<string>()
  const [said, say] = useState('')
  const isRunning = useRef(false)
  const act = async (key: string, run: (kit: Kit) => Promise<void>, done: string) => {
    if (isRunning.current) return
    isRunning.current = true
    setRunning(key)
    say('')
    try {
      await run(kit)
      say(done)
    } catch (error) {
      report(kit, error, 'SWITCH_ACCOUNT_FAILED')
    } finally {
      isRunning.current = false
      setRunning(undefined)
    }
  }
  return { running, said, act: (...asked: Parameters<typeof act>) => void act(...asked) }
}
