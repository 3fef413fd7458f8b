/** A chain family that is not part of the package, in a built page: see tests/examples/harbor. */
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { expect, it } from 'vitest'
import type { Config } from '../../runtime/contracts/config.ts'
import type { CaipNetwork } from '../../runtime/contracts/network.ts'
import harbor from '../examples/harbor/index.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { useSiwxSite } from '../support/siwxSite.ts'

const flow = useFlow({ hosts: () => [site.url] })
const site = useSiwxSite(() => flow.origin, { families: [harbor] })

const networks: CaipNetwork[] = [
  {
    id: 'north',
    caipNetworkId: 'harbor:north',
    chainNamespace: 'harbor',
    name: 'North Harbor',
    nativeCurrency: { name: 'Anchor', symbol: 'ANC', decimals: 6 },
    rpcUrls: { default: { http: [] } },
  },
]
/** A script that adds a wallet with a real key to the page, after the page has looked for wallets once. */
const walletScript = () => {
  const entry = fileURLToPath(new URL('../examples/harbor/wallet.ts', import.meta.url))
  const [code] = buildSync({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    globalName: 'own',
    write: false,
  }).outputFiles
  return `${code?.text ?? ''}
    own.createHarborWallet().then(({ provider, address }) => {
      Object.assign(globalThis, { harbor: provider, harborAddress: address })
      dispatchEvent(new Event('harbor:ready'))
    })`
}
const address = ({ page }: Visited) => page.evaluate(() => String(Reflect.get(globalThis, 'harborAddress')))

/** Connects the page's wallet. After that the sign-in view is shown. */
async function begin(config: Config): Promise<Visited> {
  const visit = await flow.visit({ siwx: true, wallets: [], script: walletScript(), config: { networks, ...config } })
  await visit.open()
  await visit.button(/Harbor Wallet/).click()
  await visit.title.filter({ hasText: 'Sign In' }).waitFor()
  await visit.button('Sign').click()
  await visit.modal.waitFor({ state: 'hidden' })
  return visit
}

it('connects a wallet of the family, signs in at a server, and shows the account', async () => {
  const visit = await begin({ siwx: { storage: 'server', endpoint: site.endpoint } })
  const own = await address(visit)
  expect(await visit.page.evaluate(() => kit.getCaipAddress())).toBe(`harbor:north:${own}`)
  expect(await site.known(visit)).toBe(own)
  await visit.open()
  await visit.modal
    .getByText(`${own.slice(0, 4)}`, { exact: false })
    .first()
    .waitFor()
  expect(await visit.page.evaluate(() => kit.getCaipNetwork()?.name)).toBe('North Harbor')
  await visit.page.evaluate(() => kit.disconnect())
  await expect.poll(() => site.known(visit)).toBeUndefined()
})

it('signs in without a server: the page verifies with the family’s own verifier', async () => {
  const visit = await begin({ siwx: true })
  const own = await address(visit)
  const stored = await visit.page.evaluate(() => localStorage.getItem('@appkit/siwx') ?? '')
  expect(stored).toContain(`with your Harbor account:\\n${own}`)
})
