/** The result of one check of `walletkit doctor`. */
export type Level = 'ok' | 'warn' | 'fail'
export type Finding = {
  level: Level
  /** What was checked, for example `react` or `csp`. */
  about: string
  message: string
  /** What to do about it. Absent when the check passed. */
  fix?: string
}

export const ok = (about: string, message: string): Finding => ({ level: 'ok', about, message })
export const warn = (about: string, message: string, fix: string): Finding => ({ level: 'warn', about, message, fix })
export const fail = (about: string, message: string, fix: string): Finding => ({ level: 'fail', about, message, fix })

const MARKS: Record<Level, string> = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' }

export const findingText = ({ level, about, message, fix }: Finding) =>
  `${MARKS[level]}  ${about.padEnd(18)}${message}${fix === undefined ? '' : `\n${' '.repeat(24)}fix: ${fix}`}`
