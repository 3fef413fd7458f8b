/** One thing that `walletkit doctor` looked at. */
export type Level = 'ok' | 'warn' | 'fail'
export type Finding = {
  level: Level
  /** What was looked at, as `react` or `csp`. */
  about: string
  message: string
  /** What to do; absent where all is well. */
  fix?: string
}

export const ok = (about: string, message: string): Finding => ({ level: 'ok', about, message })
export const warn = (about: string, message: string, fix: string): Finding => ({ level: 'warn', about, message, fix })
export const fail = (about: string, message: string, fix: string): Finding => ({ level: 'fail', about, message, fix })

const MARKS: Record<Level, string> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

export const findingText = ({ level, about, message, fix }: Finding) =>
  `${MARKS[level]}  ${about.padEnd(18)}${message}${fix === undefined ? '' : `\n${' '.repeat(24)}fix: ${fix}`}`
