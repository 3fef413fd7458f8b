/**
 * Checks the public services of the preset `reown`, except the relay (`relay.ts`). Calls the wallet directory, the API
 * and the RPC with walletkit's own clients, and fetches a wallet's image. Of analytics, verify and the login service,
 * only checks that they answer.
 */
import { fetchWallets } from '../../../runtime/wallets/directory.ts'
import { walletImage } from '../../../runtime/wallets/wallet.ts'
import { unreachable } from '../../stages/probe.ts'
import type { Check, Keys } from './check.ts'
import { ADDRESS, apiOf, chainOf, liveKit, networkOf, PROJECT_ID, readQuantity, servicesOf } from './liveKit.ts'

const check = (name: string, run: Check['run']): Check => ({ name: `preset reown: ${name}`, needs: [PROJECT_ID], run })

const api = check('api', async (keys) => {
  const chains = await apiOf(liveKit(keys)).supportedChains()
  if (!chains.includes(chainOf(keys))) throw new Error(`The API does not list ${chainOf(keys)}`)
})

const rpc = check('rpc', async (keys) => {
  const network = networkOf(chainOf(keys))
  await readQuantity(liveKit(keys), network, 'eth_getBalance', [ADDRESS, 'latest'])
})

async function someWallets(keys: Keys) {
  const kit = liveKit(keys)
  const { wallets } = await fetchWallets(kit, { entries: 10 })
  if (!wallets.length) throw new Error('The directory lists no wallet')
  return { kit, wallets }
}

const wallets = check('wallets', async (keys) => void (await someWallets(keys)))

const images = check('images', async (keys) => {
  const { kit, wallets: listed } = await someWallets(keys)
  const url = listed.map((wallet) => walletImage(kit, wallet)).find((image) => image !== undefined)
  if (url === undefined) throw new Error('No wallet of the directory has an image')
  const response = await fetch(url)
  await response.body?.cancel()
  const type = response.headers.get('content-type') ?? 'no type'
  if (!response.ok || !type.startsWith('image/'))
    throw new Error(`A wallet’s image came as ${response.status}, ${type}`)
})

/** Checks only that the service answers: what walletkit itself asks of it would be a real event or a real login. */
const answers = (name: 'analytics' | 'verify' | 'secureSite') =>
  check(`${name} answers`, async (keys) => {
    const url = servicesOf(keys)[name]
    if (typeof url !== 'string') throw new Error(`There is no URL of services.${name}`)
    const reason = await unreachable(new URL(url).origin)
    if (reason !== undefined)
      throw Object.assign(new Error(`${new URL(url).host} does not answer: ${reason}`), { code: reason })
  })

export const preset: readonly Check[] = [
  api,
  rpc,
  wallets,
  images,
  answers('analytics'),
  answers('verify'),
  answers('secureSite'),
]
