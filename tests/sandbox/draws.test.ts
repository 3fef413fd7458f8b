import { expect, it } from 'vitest'
import { createDraws } from '../../sandbox/draws.ts'
import { startSandbox, type SandboxOptions } from '../../sandbox/index.ts'
import { openBrowser } from './login/browser.ts'

it('draws 64 other bytes each time, in the same order for the same secret', () => {
  const [one, same, other] = [createDraws('a'), createDraws('a'), createDraws('b')]
  const inHex = (draws: Buffer[]) => draws.map((bytes) => bytes.toString('hex'))
  const [first = '', second, token] = inHex([one('keys'), one('keys'), one('token')])
  expect(new Set([first, second, token]).size).toBe(3)
  expect(first).toHaveLength(128)
  // Draws of other names in between change nothing.
  expect(inHex([same('token'), same('keys'), same('keys')])).toEqual([token, first, second])
  expect([first, second]).not.toContain(inHex([other('keys')])[0])
})

it('gives a person the same addresses in every sandbox with the same secret', async () => {
  const addressesOf = async (email: string, options: SandboxOptions, earlier: readonly string[] = []) => {
    const sandbox = await startSandbox({ port: 0, ...options })
    try {
      for (const each of earlier) await (await openBrowser(sandbox)).login(each)
      const browser = await openBrowser(sandbox)
      await browser.login(email)
      return [await browser.user(), await browser.user(sandbox.solana.caipNetworkId)].map(({ address }) => address)
    } finally {
      await sandbox.stop()
    }
  }
  const addresses = await addressesOf('noah@example.com', {})
  expect(await addressesOf('noah@example.com', {}, ['first@example.com'])).toEqual(addresses)
  expect(await addressesOf('noah@example.com', { loginSecret: 'another' })).not.toEqual(addresses)
})
