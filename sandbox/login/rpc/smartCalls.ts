import type { Hex } from 'viem'
import { Denied } from '../denied.ts'
import type { Call } from './params.ts'

/** The calls in the form that smart accounts take. @throws Denied for one that creates a contract */
export const smartCalls = (calls: readonly Call[]): { to: Hex; data?: Hex; value: bigint }[] =>
  calls.map(({ to, data, value }) => {
    if (!to) throw new Denied('A smart account makes no contracts this way')
    return { to, value, ...(data && { data }) }
  })
