/**
 * `npm run live [-- --json] [--timeout <seconds>]`: checks walletkit against real services, with keys from the
 * environment, which `cli/repo/live/README.md` lists. Exits with 1 only if a check failed.
 */
import { parseArgs } from 'node:util'
import { PREFIX, runChecks } from './live/check.ts'
import { CHECKS } from './live/checks.ts'
import { main } from './run.ts'

main(async () => {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, timeout: { type: 'string', default: '30' } },
  })
  const keys = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith(PREFIX)))
  const outcomes = await runChecks(CHECKS, keys, Number(values.timeout) * 1000)
  const failed = outcomes.some(({ outcome }) => outcome === 'failed')
  if (values.json) process.stdout.write(`${JSON.stringify({ ok: !failed, checks: outcomes })}\n`)
  else
    for (const each of outcomes)
      process.stdout.write(`${each.name}: ${each.outcome}${'reason' in each ? `: ${each.reason}` : ''}\n`)
  return failed ? 1 : 0
})
