import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bytesFigures, exitCode, type Figure, projectFigures, table } from '../../bench/figures.ts'

const bytes = {
  eagerGzip: 6000,
  firstOpenGzip: 30_000,
  requestsToOpen: 3,
  dataRequestsToOpen: 0,
  thirdPartyRequests: 0,
}
const installed = (closure: number, closureScripts: string[] = []) =>
  projectFigures(
    { template: 'react', createSeconds: [9], buildSeconds: [99] } as never,
    {
      closure,
      closureTwice: [],
      closureScripts,
    } as never,
  )

it('fails the bench for a machine-independent figure over its tolerance, and never for a time', () => {
  expect(exitCode([...bytesFigures('react', bytes), ...installed(20)])).toBe(0)
  expect(exitCode(bytesFigures('react', { ...bytes, eagerGzip: 6001 }))).toBe(1)
  expect(exitCode(bytesFigures('react', { ...bytes, thirdPartyRequests: 1 }))).toBe(1)
  expect(exitCode(installed(21))).toBe(1)
  expect(exitCode(installed(20, ['some-package']))).toBe(1)
  const over: Figure = { name: 'a', reach: 1, measured: 2, unit: '', strict: true }
  expect(table([over])).toMatch(/OVER$/)
})

it('runs every night, beside the bare machines and the long suites', () => {
  const text = readFileSync(new URL('../../../.github/workflows/nightly.yml', import.meta.url), 'utf8')
  expect(text).toMatch(/^ {4}- cron: '/m)
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
  for (const command of ['bare', 'proof', 'bench']) expect(text).toMatch(new RegExp(`npm run ${command}$`, 'm'))
})
