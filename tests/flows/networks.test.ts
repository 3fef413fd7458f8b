/** Network switches by the page, which asks the wallet, and by the wallet itself. */
import { describe, expect, it } from 'vitest'
import type { Config } from '../../runtime/contracts/config.ts'
import { defaultConfig, useFlow, type Visit, type Visited } from '../support/flow.ts'
import { otherNetworks } from '../support/networks.ts'

const flow = useFlow()

const POLYGON = 'eip155:137'
/** A visit with the sandbox's networks and a third one with id 137, which the sandbox's second node serves. */
function withPolygon(visit: Visit = {}): Visit {
  const [one, two] = flow.sandbox().chains
  const networks = defaultConfig(flow.sandbox()).networks ?? []
  const template = networks[1]
  if (!one || !two || !template) throw new Error('The sandbox has two chains')
  const polygon = {
    ...template,
    id: 137,
    caipNetworkId: POLYGON,
    name: 'Polygon',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
  } as const
  const chains = [one, { id: 137, rpcUrl: two.rpcUrl }].map(({ id, rpcUrl }) => ({ id, rpcUrl }))
  const config: Config = { networks: [...networks, polygon], ...visit.config }
  return { ...visit, config, wallets: (visit.wallets ?? [{}]).map((wallet) => ({ chains, ...wallet })) }
}

const titled = ({ title }: Visited, text: string) => title.filter({ hasText: text }).waitFor()
const active = ({ page }: Visited) => page.evaluate(() => kit.getCaipNetwork()?.caipNetworkId)
const label = ({ page }: Visited, text: string) =>
  page.locator('walletkit-network-button button').filter({ hasText: text }).waitFor()
const failures = ({ page }: Visited) => page.evaluate(() => errors.map(({ code }) => code))
const openNetworks = async (visit: Visited) => {
  await visit.page.locator('walletkit-network-button button').click()
  await titled(visit, 'Choose Network')
}

describe('a visitor who chooses', () => {
  it('another network moves the label and the wallet, also after a reload [S1.scope.06] [S7.rpc.03] [S3.persist.09]', async () => {
    const visit = await flow.visit(withPolygon())
    await visit.connect()
    await visit.open()
    await visit.button('Choose network, now Sandbox One').click()
    await visit.button('Polygon').click()
    await visit.button('Choose network, now Polygon').waitFor()
    await label(visit, 'Polygon')
    expect(await visit.wallet('chainId')).toBe(137)
    expect((await visit.asked('wallet_switchEthereumChain')).map(({ params }) => params)).toEqual([
      [{ chainId: '0x89' }],
    ])
    await visit.page.reload()
    await visit.status('connected')
    expect(await active(visit)).toBe(POLYGON)
    await label(visit, 'Polygon')
  })

  it('another network finds the whole list at the next visit, not the last search', async () => {
    const polygon = withPolygon()
    const [first] = polygon.config?.networks ?? []
    if (!first) throw new Error('There is a network')
    const others = [1001, 1002, 1003, 1004].map((id) => ({
      ...first,
      id,
      caipNetworkId: `eip155:${id}` as const,
      name: `Network ${id}`,
    }))
    const visit = await flow.visit({
      ...polygon,
      config: { ...polygon.config, networks: [...(polygon.config?.networks ?? []), ...others] },
    })
    await openNetworks(visit)
    const search = visit.modal.getByRole('searchbox').or(visit.modal.getByRole('textbox'))
    await search.fill('Polyg')
    await visit.button('Polygon').click()
    await visit.modal.waitFor({ state: 'hidden' })
    await openNetworks(visit)
    expect(await search.inputValue()).toBe('')
    expect(await visit.modal.locator('.networks li').count()).toBe(7)
  })

  it('a network without a wallet keeps it for the later connection', async () => {
    const visit = await flow.visit(withPolygon())
    await openNetworks(visit)
    await visit.button('Polygon').click()
    await label(visit, 'Polygon')
    await visit.modal.waitFor({ state: 'hidden' })
    await visit.page.reload()
    await label(visit, 'Polygon')
    expect(await visit.asked('wallet_switchEthereumChain')).toEqual([])
  })

  it('a network that the wallet does not know adds it to the wallet [S4.net.12] [S7.rpc.04]', async () => {
    const visit = await flow.visit(withPolygon({ wallets: [{ switches: { switch: 'unknown' } }] }))
    await visit.connect()
    await openNetworks(visit)
    await visit.button('Polygon').click()
    await visit.modal.waitFor({ state: 'hidden' })
    expect((await visit.asked('wallet_addEthereumChain')).map(({ params }) => params)).toEqual([
      [
        {
          chainId: '0x89',
          chainName: 'Polygon',
          nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
          rpcUrls: [flow.sandbox().chains[1]?.rpcUrl],
          blockExplorerUrls: ['https://scan.example'],
        },
      ],
    ])
    expect(await visit.wallet('chainId')).toBe(137)
    expect(await active(visit)).toBe(POLYGON)
  })

  it.each(['unknown', 'unsupported'] as const)(
    'a network that the wallet adds without switching (%s) makes the page ask once more',
    async (words) => {
      const visit = await flow.visit(withPolygon({ wallets: [{ switches: { switch: words, add: 'stay' } }] }))
      await visit.connect()
      await visit.page.evaluate(() => kit.switchNetwork('eip155:137'))
      expect(await visit.wallet('chainId')).toBe(137)
      expect((await visit.asked('wallet_switchEthereumChain')).length).toBe(2)
    },
  )

  it.each(['reject', 'fail'] as const)(
    'a network that the wallet refuses to add (%s) sees Chain is not supported [S4.net.13]',
    async (add) => {
      const visit = await flow.visit(withPolygon({ wallets: [{ switches: { switch: 'unknown', add } }] }))
      await visit.connect()
      await openNetworks(visit)
      await visit.button('Polygon').click()
      await visit.modal.getByRole('alert').getByText('Chain is not supported').waitFor()
      // Both places show the same reason, and none says that the visitor declined.
      await visit.modal.getByText('Not in Test wallet').waitFor()
      expect(await visit.modal.getByText(/^Declined in/).count()).toBe(0)
      expect(await failures(visit)).toEqual(['CHAIN_NOT_SUPPORTED'])
      expect(await active(visit)).toBe('eip155:31337')
      await titled(visit, 'Choose Network')
    },
  )

  it('and then declines in the wallet changes nothing, sees a message in the row, and can choose it again', async () => {
    const visit = await flow.visit(withPolygon())
    await visit.connect()
    await visit.wallet('set', { answer: 'hold' })
    await openNetworks(visit)
    await visit.button(/^Polygon/).click()
    await visit.modal.getByText('Confirm in Test wallet').waitFor()
    await visit.wallet('settle', 'reject')
    await visit.modal.getByText('Declined in Test wallet').waitFor()
    expect(await active(visit)).toBe('eip155:31337')
    await visit.wallet('set', { answer: 'approve' })
    await visit.button(/Polygon/).click()
    await visit.modal.waitFor({ state: 'hidden' })
    expect(await active(visit)).toBe(POLYGON)
  })

  it('and whose wallet is on another network after a reload sees the modal open by itself', async () => {
    const visit = await flow.visit()
    await visit.connect()
    await visit.wallet('changeChain', 424242)
    await visit.title.filter({ hasText: 'Switch Network' }).waitFor()
    await visit.page.reload()
    await visit.title.filter({ hasText: 'Switch Network' }).waitFor()
  })

  it('an id that is not configured causes an alert [S4.net.14]', async () => {
    const visit = await flow.visit()
    await visit.connect()
    await visit.open()
    const message = await visit.page.evaluate(() =>
      kit.switchNetwork('eip155:424242').then(
        () => 'switched',
        (error: Error) => error.message,
      ),
    )
    expect(message).toBe('Network Not Found')
    await visit.modal.getByRole('alert').filter({ hasText: 'Network Not Found' }).waitFor()
    expect(await visit.asked('wallet_switchEthereumChain')).toEqual([])
    await visit.button('Dismiss').click()
    expect(await visit.modal.getByText('Network Not Found').count()).toBe(0)
  })
})

describe('when the wallet moves to a network that the site does not list', () => {
  it('UnsupportedChain opens, lists the supported networks, and leads back [S2.view.11] [S4.net.06]', async () => {
    const visit = await flow.visit(withPolygon())
    await visit.connect()
    await visit.wallet('changeChain', 1)
    await titled(visit, 'Switch Network')
    expect(await visit.page.evaluate(() => [kit.isOpen(), kit.getCaipNetwork()?.name])).toEqual([
      true,
      'Unknown Network',
    ])
    const listed = visit.modal.getByRole('list', { name: 'Networks' }).getByRole('button')
    await expect.poll(() => listed.locator('bdi').allInnerTexts()).toEqual(['Sandbox One', 'Sandbox Two', 'Polygon'])
    await label(visit, 'Switch Network')
    await visit.button('Polygon').click()
    await visit.modal.waitFor({ state: 'hidden' })
    expect(await active(visit)).toBe(POLYGON)
  })

  it('and back to a listed one, the view closes by itself', async () => {
    const visit = await flow.visit(withPolygon())
    await visit.connect()
    await visit.wallet('changeChain', 1)
    await titled(visit, 'Switch Network')
    await visit.wallet('changeChain', 137)
    await visit.modal.waitFor({ state: 'hidden' })
    await label(visit, 'Polygon')
  })

  it.each(['the wallet', 'the page'])(
    'and %s ends the session there, the visitor finds Connect and can leave',
    async (who) => {
      const visit = await flow.visit(withPolygon())
      await visit.connect()
      await visit.wallet('changeChain', 1)
      await titled(visit, 'Switch Network')
      await visit.button('Close').click()
      expect(await visit.page.evaluate(() => kit.isOpen())).toBe(true)
      if (who === 'the wallet') await visit.wallet('disconnect')
      else await visit.page.evaluate(() => kit.disconnect())
      await titled(visit, 'Connect Wallet')
      await visit.page.keyboard.press('Escape')
      await visit.modal.waitFor({ state: 'hidden' })
    },
  )

  it('nothing opens when unsupported chains are allowed [S4.net.07]', async () => {
    const visit = await flow.visit({ config: { allowUnsupportedChain: true } })
    await visit.connect()
    await visit.wallet('changeChain', 1)
    await expect.poll(() => active(visit)).toBe('eip155:1')
    expect(await visit.page.evaluate(() => kit.isOpen())).toBe(false)
    await visit.open()
    await visit.button(/^Copy address/).waitFor()
    await visit.button('Close').click()
    await visit.modal.waitFor({ state: 'hidden' })
  })

  it('nothing opens in basic mode [S4.net.08]', async () => {
    const visit = await flow.visit({ config: { basic: true } })
    await visit.page.evaluate(() => {
      const driver = {
        connect: async () => ({
          accounts: [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'eoa' as const }],
          caipNetworkId: 'eip155:1' as const,
          provider: undefined,
        }),
        resume: async () => undefined,
        disconnect: async () => undefined,
        watch: () => () => {},
      }
      const chains: [] = []
      const remote = { id: 'remote', name: 'Remote', type: 'EXTERNAL' as const, chain: 'eip155' as const, chains }
      globalThis.kit = walletkit.createWalletKit(walletkit.generated, {
        connectors: [{ ...remote, driver: async () => ({ default: driver }) }],
      })
      return kit.connect('remote')
    })
    expect(await active(visit)).toBe('eip155:1')
    expect(await visit.page.evaluate(() => kit.isOpen())).toBe(false)
    await visit.open()
    await visit.button(/^Copy address/).waitFor()
  })
})

describe('two namespaces', () => {
  const both = () => flow.visit({ namespaces: ['solana'] })
  /** Each row's name and tag. */
  const rowsOf = ({ modal }: Visited) =>
    modal
      .getByRole('listitem')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('.row-name, .tag')].map((each) => each.textContent).join(', ')),
      )
  /** The names of the installed wallets, in order. The other rows are from the directory. */
  const wallets = async (visit: Visited) =>
    (await rowsOf(visit)).flatMap((row) => /^(.*), Installed$/i.exec(row)?.[1] ?? [])
  const accountOf = (visit: Visited, namespace: 'eip155' | 'solana') =>
    visit.page.evaluate((own) => kit.getAccount(own).address, namespace)
  const networks = async (visit: Visited) => {
    await visit.open()
    await visit.button(/^Choose network/).click()
    await titled(visit, 'Choose Network')
  }

  it('of one wallet are one row with a choice of chain, then the other from the list of networks [S3.persist.08]', async () => {
    const visit = await both()
    await visit.open()
    await expect
      .poll(async () => (await rowsOf(visit)).filter((row) => row.includes('Test wallet')))
      .toEqual(['Test wallet, Multichain'])
    await visit.button(/Test wallet/).click()
    await titled(visit, 'Select chain')
    await expect.poll(() => rowsOf(visit)).toEqual(['EVM Networks', 'Solana'])
    await visit.button('EVM Networks').click()
    await visit.status('connected')
    await visit.modal.waitFor({ state: 'hidden' })

    // Solana has no connection, so its wallets are listed, with a way back to the previous network.
    await networks(visit)
    await visit.button('Sandbox Solana').click()
    await titled(visit, 'Connect Wallet')
    await expect
      .poll(async () => (await rowsOf(visit)).filter((row) => row.includes('Test wallet')))
      .toEqual(['Test wallet, Installed'])
    await visit.button('Back').click()
    await titled(visit, 'Choose Network')
    expect(await active(visit)).toBe('eip155:31337')
    await visit.button('Sandbox Solana').click()
    await visit.button(/Test wallet/).click()
    await visit.page.waitForFunction(() => kit.getAccount('solana').status === 'connected')
    await visit.modal.waitFor({ state: 'hidden' })
    expect(await visit.page.evaluate(() => localStorage.getItem('@appkit/connected_namespaces'))).toBe('eip155,solana')
    expect(await visit.page.evaluate(() => kit.getState().activeChain)).toBe('solana')

    // Both namespaces are connected, so the list switches without a request to a wallet.
    await networks(visit)
    await visit.button(/^Sandbox One/).click()
    await visit.page.waitForFunction(() => kit.getState().activeChain === 'eip155')
    await visit.button(/^Copy address/).waitFor()
    expect(await visit.asked('wallet_switchEthereumChain')).toEqual([])

    // The choice of chain marks both as connected. A click makes one active.
    await visit.page.evaluate(() => kit.open({ view: 'Connect' }))
    await visit.button(/Test wallet/).click()
    await expect.poll(() => rowsOf(visit)).toEqual(['EVM Networks, Connected', 'Solana, Connected'])
    await visit.button(/^Solana/).click()
    await visit.button(/^Copy address/).waitFor()
    expect(await visit.page.evaluate(() => kit.getAddress())).toBe(await accountOf(visit, 'solana'))

    // The active namespace stays active after a reload. When it disconnects, the other becomes active.
    await visit.page.reload()
    await visit.page.waitForFunction(() =>
      (['eip155', 'solana'] as const).every((each) => kit.getAccount(each).status === 'connected'),
    )
    expect(await visit.page.evaluate(() => kit.getState().activeChain)).toBe('solana')
    await visit.page.evaluate(() => kit.disconnect('solana'))
    expect(await visit.page.evaluate(() => [kit.getState().activeChain, kit.getAddress()])).toEqual([
      'eip155',
      await accountOf(visit, 'eip155'),
    ])
  })

  it('show only the wallets of the one that the modal is opened for [S2.open.01]', async () => {
    const sandbox = flow.sandbox()
    const networks = [...(defaultConfig(sandbox).networks ?? []), ...otherNetworks(sandbox, ['solana'])]
    const visit = await flow.visit({
      config: { networks },
      wallets: [{ name: 'Northstar', rdns: 'example.northstar' }],
    })
    await visit.page.evaluate(() => kit.open({ namespace: 'eip155' }))
    await expect.poll(() => wallets(visit)).toEqual(['Northstar'])
    await visit.page.evaluate(() => {
      type Api = { register: (wallet: unknown) => void }
      const features = ['standard:connect', 'standard:events', 'solana:signMessage', 'solana:signTransaction']
      const register = (api: Api) =>
        api.register({
          version: '1.0.0',
          name: 'Harbor',
          icon: 'data:image/svg+xml,',
          chains: ['solana:mainnet'],
          features: Object.fromEntries(features.map((each) => [each, {}])),
          accounts: [],
        })
      // Register as wallets do: now, and again when a page reports that it is ready.
      addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<Api>).detail))
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    })
    await visit.page.waitForFunction(() => kit.connectors.some(({ name }) => name === 'Harbor'))
    expect(await wallets(visit)).toEqual(['Northstar'])
    await visit.page.evaluate(() => kit.close())
    await visit.page.evaluate(() => kit.open({ namespace: 'solana' }))
    await expect.poll(() => wallets(visit)).toEqual(['Harbor'])
    await visit.page.evaluate(() => kit.close())
    await visit.page.evaluate(() => kit.open())
    await expect.poll(() => wallets(visit)).toEqual(['Northstar', 'Harbor'])
  })
})
