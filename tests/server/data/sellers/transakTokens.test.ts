/** Transak's access tokens: a new one ends the one before, so that purchases at the same time must share one. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { transak } from '../../../../server/data/sellers/transak.ts'
import { startService } from '../../../support/service.ts'

const ETHEREUM = { caipNetworkId: 'eip155:1', id: 1, name: 'Ethereum', symbol: 'ETH', decimals: 18, rpc: '' }

it('are not thrown away for a late refusal of the one before', async () => {
  let tokens = 0
  let late = 0
  const service = await startService(async ({ path, headers }) => {
    if (path.endsWith('/refresh-token')) {
      const accessToken = `token-${(tokens += 1)}`
      return { json: { data: { accessToken, expiresAt: Date.now() / 1000 + 600 } } }
    }
    const isNewest = headers['access-token'] === `token-${tokens}`
    // The second refusal comes after the first has been answered with a new token.
    if (!isNewest) await wait((late += 1) === 2 ? 100 : 0)
    return isNewest ? { json: { data: { widgetUrl: 'https://global.transak.com/' } } } : { status: 401, json: {} }
  })
  const config = { url: service.url, key: 'secret', clientId: 'client' }
  const { page } = transak({ service: config, networks: [ETHEREUM], tokens: [] })
  const buy = () =>
    page({
      ...{ network: ETHEREUM, symbol: 'ETH', address: '0x', amount: undefined, site: 'https://shop.example' },
      ip: undefined,
    })
  await buy()
  // Another process got one.
  tokens += 1
  await Promise.all([buy(), buy()])
  expect(tokens).toBe(3)
  await service.close()
})
