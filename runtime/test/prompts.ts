/** The wallet's prompts, which a test answers in place of the visitor. */
import { refusal } from './errors.ts'
import type { Switches } from './options.ts'

export type Prompts = {
  /**
   * Opens a prompt, which the switch `answer` or the test answers in the visitor's place. Resolves if the answer is to
   * approve; rejects if it is to reject.
   */
  ask: () => Promise<void>
  /** Resolves when the wallet is unlocked. */
  unlocked: (locked: boolean) => Promise<void>
  pending: () => number
  settle: (answer: 'approve' | 'reject') => void
  unlock: () => void
}

export function createPrompts(switches: Switches): Prompts {
  const held: { approve: () => void; reject: (error: unknown) => void }[] = []
  const locked: (() => void)[] = []
  return {
    ask: async () => {
      if (switches.delay > 0) await new Promise((resolve) => setTimeout(resolve, switches.delay))
      if (switches.answer === 'reject') throw refusal(switches.refusal)
      if (switches.answer === 'hold') await new Promise<void>((approve, reject) => held.push({ approve, reject }))
    },
    unlocked: (isLocked) => (isLocked ? new Promise((resolve) => locked.push(resolve)) : Promise.resolve()),
    pending: () => held.length + locked.length,
    settle: (answer) => {
      for (const prompt of held.splice(0)) {
        if (answer === 'approve') prompt.approve()
        else prompt.reject(refusal(switches.refusal))
      }
    },
    unlock: () => locked.splice(0).forEach((resolve) => resolve()),
  }
}
