/** wagmi with a kit in a real page: wagmi's `connect` opens the modal, and a reload restores the session in both. */
import { expect, it } from 'vitest'
import { useDev } from '../support/dev.ts'

const page = useDev()
const status = () => globalThis.dev.wagmi.getConnection(globalThis.dev.wagmi.config).status

it('connects with the modal, once for two calls, and again after a reload without a prompt', async () => {
  const { page: tab, asked, said } = await page.open('/client?wagmi')
  const connecting = tab.evaluate(async () => {
    const { config, connect } = globalThis.dev.wagmi
    const [connector] = config.connectors
    const [one, two] = await Promise.all([connector.connect(), connect(config, { connector })])
    return [one.accounts[0], two.accounts[0], two.chainId]
  })
  await tab.getByRole('button', { name: /Test wallet/ }).click()
  const address = page.sandbox().accounts[0]?.address
  expect(await connecting).toEqual([address, address, 31337])
  expect(await asked('eth_requestAccounts')).toHaveLength(1)
  await tab.locator('[data-walletkit] .card').waitFor({ state: 'hidden' })

  await tab.evaluate(() => globalThis.dev.wagmi.switchChain(globalThis.dev.wagmi.config, { chainId: 31338 }))
  await tab.reload()
  await tab.waitForFunction(() => 'dev' in globalThis)
  await tab.evaluate(() => globalThis.dev.wagmi.reconnect(globalThis.dev.wagmi.config))
  expect(await tab.evaluate(status)).toBe('connected')
  const connection = await tab.evaluate(() => {
    const { address: account, chainId } = globalThis.dev.wagmi.getConnection(globalThis.dev.wagmi.config)
    return { account, chainId }
  })
  expect(connection).toEqual({ account: address, chainId: 31338 })
  expect(await asked('eth_requestAccounts')).toEqual([])

  await tab.evaluate(() => globalThis.dev.wagmi.disconnect(globalThis.dev.wagmi.config))
  expect(await tab.evaluate(() => globalThis.dev.kit.getAccount().status)).toBe('disconnected')
  await tab.reload()
  await tab.waitForFunction(() => 'dev' in globalThis)
  await tab.evaluate(() => globalThis.dev.wagmi.reconnect(globalThis.dev.wagmi.config))
  expect(await tab.evaluate(status)).toBe('disconnected')
  expect(said).toEqual([])
})

it('rejects like wagmi when the visitor closes the modal, and can try again', async () => {
  const { page: tab } = await page.open('/client?wagmi')
  const attempt = () =>
    tab.evaluate(async () => {
      const { config, connect } = globalThis.dev.wagmi
      return connect(config, { connector: config.connectors[0] }).then(
        ({ chainId }) => String(chainId),
        (error: Error) => error.name,
      )
    })
  const refused = attempt()
  await tab.getByRole('button', { name: /Test wallet/ }).waitFor()
  await tab.keyboard.press('Escape')
  expect(await refused).toBe('UserRejectedRequestError')
  expect(await tab.evaluate(status)).toBe('disconnected')
  const again = attempt()
  await tab.getByRole('button', { name: /Test wallet/ }).click()
  expect(await again).toBe('31337')
  expect(await tab.evaluate(status)).toBe('connected')
})
