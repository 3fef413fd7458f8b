import { useEffect, useRef, useState } from 'react'
import type { Simulation } from '../contracts/simulation.ts'
import { compareSimulation, type SimulationFinding, type SimulationIntent } from '../data/compareSimulation.ts'
import { THREE_SECONDS } from '../lib/time.ts'
import { SETTLE_TIME } from './useSettled.ts'

/**
 * `state`: `none` without a question; `asking` for at most 3 s; `unavailable` when there is no answer by then or asking
 * failed (an answer that comes later still changes it to `known`). `findings`: what differs from the intent.
 * `mustRepeat`: the visitor pressed once despite the findings; the button says "Confirm anyway". `press` runs the
 * action, at the second press if there are findings.
 */
export type Outcome = {
  state: 'none' | 'asking' | 'known' | 'unavailable'
  simulation: Simulation | undefined
  findings: readonly SimulationFinding[]
  mustRepeat: boolean
  press: (action: () => void) => void
}

/**
 * What to simulate. `of` identifies the transaction: when it changes, the simulation runs again. Without `simulate`,
 * nothing is simulated.
 */
export type OutcomeQuestion = {
  account: string
  of: string
  simulate: (() => Promise<Simulation>) | undefined
  intent: SimulationIntent | undefined
}

/**
 * `isSlow`: one answer took longer than 3 s. Later questions of this review then do not disable the button any more.
 */
type Asked = {
  of: string
  state: Outcome['state']
  simulation: Simulation | undefined
  /** What `simulation` is compared with: the intent of the transaction that was simulated. */
  intent: SimulationIntent | undefined
  isSlow: boolean
}

/**
 * Asks the network what a transaction will do while its review shows, and compares the answer with what the screen
 * says. Holds the review for 3 s at most: disable its button while `state` is `asking`. Show the result with
 * `OutcomeCard`.
 *
 * @example
 * ```tsx
 * import type { PluginKit } from 'walletkit/plugin'
 * import { Button, OutcomeCard, useOutcome } from 'walletkit/ui'
 *
 * function Tip({ kit, to, send }: { kit: PluginKit; to: string; send: () => void }) {
 *   const [account, intent] = [kit.account().address ?? '', { pays: { amount: 5n, to } }]
 *   const outcome = useOutcome({ account, of: to, intent, simulate: () => kit.chain.simulate({ to, value: 5n }) })
 *   const tip = <Button disabled={outcome.state === 'asking'} onClick={() => outcome.press(send)} children="Tip" />
 *   return [<OutcomeCard key="card" outcome={outcome} native={{ symbol: 'ETH', decimals: 18 }} />, tip]
 * }
 * ```
 */
export function useOutcome({ account, of, simulate, intent }: OutcomeQuestion): Outcome {
  const [asked, setAsked] = useState<Asked>({
    of: '',
    state: 'none',
    simulation: undefined,
    intent: undefined,
    isSlow: false,
  })
  const [warned, setWarned] = useState({ of: '', at: 0 })
  const question = useRef({ simulate, intent })
  useEffect(() => {
    question.current = { simulate, intent }
  })
  const hasQuestion = simulate !== undefined
  useEffect(() => {
    const { simulate: ask, intent: meant } = question.current
    if (!hasQuestion || !ask) return undefined
    let isGone = false
    // Keep the lines of the previous transaction, so that nothing moves while the next one is simulated.
    setAsked(({ isSlow, simulation, intent: earlier }) => ({
      of,
      isSlow,
      state: isSlow ? 'unavailable' : 'asking',
      simulation: isSlow ? undefined : simulation,
      intent: earlier,
    }))
    const settle = (state: 'known' | 'unavailable', simulation?: Simulation, isLate = false) => {
      if (!isGone) setAsked(({ isSlow }) => ({ of, state, simulation, intent: meant, isSlow: isSlow || isLate }))
    }
    const timer = setTimeout(settle, THREE_SECONDS, 'unavailable', undefined, true)
    ask()
      .then(
        (simulation) => settle('known', simulation),
        () => settle('unavailable'),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [of, hasQuestion])

  // Until the effect has run, `asked` is still about the previous transaction.
  const isNew = asked.of !== of
  const now = isNew ? (asked.isSlow ? 'unavailable' : 'asking') : asked.state
  const state = hasQuestion ? now : 'none'
  const simulation = state === 'none' || (isNew && asked.isSlow) ? undefined : asked.simulation
  const findings = simulation ? compareSimulation(account, simulation, state === 'known' ? intent : asked.intent) : []
  const told = findings.length ? `${of} ${findings.map(({ kind }) => kind).join()}` : ''
  const mustRepeat = told !== '' && warned.of === told
  return {
    state,
    simulation,
    findings,
    mustRepeat,
    press: (action) => {
      if (told === '') return action()
      // Ignore the second click of a double click: the visitor has not read the warning yet.
      if (mustRepeat && performance.now() - warned.at >= SETTLE_TIME) action()
      else if (!mustRepeat) setWarned({ of: told, at: performance.now() })
    },
  }
}
