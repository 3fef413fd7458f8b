/** The wallets that are listed, and their order: every case of the table, each in a page of its own. */
import { describe, expect, it } from 'vitest'
import { devices } from 'playwright-core'
import type { Config } from '../../runtime/contracts/config.ts'
import { CASES, DIRECTORY, SOLANA, type WalletCase } from '../support/cases/wallets.ts'
import { useDirectory } from '../support/directory.ts'
import { defaultConfig, useFlow, type Visited } from '../support/flow.ts'

const directory = useDirectory(DIRECTORY)
const flow = useFlow({ hosts: () => [directory.url] })

const DEVICES = { android: devices['Pixel 5'], iphone: devices['iPhone 13'] }

async function visitCase(one: WalletCase): Promise<Visited> {
  const { config, announced = [], injected, solana, recent, device } = one
  const services: Config['services'] = one.directory === false ? {} : { wallets: directory.url }
  const networks = defaultConfig(flow.sandbox()).networks ?? []
  const other = { ...networks[0], id: SOLANA.slice(7), caipNetworkId: SOLANA, chainNamespace: 'solana', name: 'Solana' }
  const visit = await flow.visit({
    config: {
      features: {},
      services,
      ...(solana ? { networks: [...networks, other] as NonNullable<Config['networks']> } : {}),
      ...config,
    },
    remote: one.relay !== false,
    probe: one.methods ?? false,
    ...(one.basic ? { chains: 'none' } : {}),
    wallets: [...announced, ...(injected ? [{ as: 'injected' as const, rdns: 'com.injected' }] : [])],
    ...(device ? { context: DEVICES[device] ?? {} } : {}),
    ...(recent ? { script: store(typeof recent === 'string' ? recent : JSON.stringify(recent)) } : {}),
  })
  await visit.page.evaluate(prepare, [solana, one.external] as [WalletCase['solana'], WalletCase['external']])
  await visit.page.evaluate((namespace) => {
    void kit.open({ view: 'Connect', ...(namespace ? { namespace } : {}) })
  }, one.namespace)
  await visit.modal.waitFor()
  return visit
}

const store = (text: string) => `localStorage.setItem('@appkit/recent_wallets', ${JSON.stringify(text)})`

/** Adds a chain with wallets, and wallets that the site provides by code. It runs in the page. */
async function prepare([solana, external]: [WalletCase['solana'], WalletCase['external']]) {
  const { createWalletKit, externalConnector, defineChain, generated } = walletkit
  if (external) {
    const connectors = external.map((wallet) => externalConnector({ ...wallet, provider: {} }))
    globalThis.kit = createWalletKit(generated, { connectors })
  }
  if (!solana) return
  const chain = defineChain({
    namespace: 'solana',
    adapter: () => Promise.reject(new Error('Nobody connects here')),
    discover: async () => ({
      default: ({ found }) => {
        for (const { id, name } of solana)
          found({
            id,
            name,
            type: 'ANNOUNCED',
            chain: 'solana',
            chains: [],
            driver: () => Promise.reject(new Error('Nobody connects here')),
          })
        return () => undefined
      },
    }),
  })
  await kit.addAdapter(chain)
}

/** The rows as `Name [Tag]`, with `…` for placeholders. */
const rowsOf = ({ modal }: Visited) =>
  modal.getByRole('list', { name: 'Wallets' }).evaluateAll((lists) =>
    [...(lists[0]?.children ?? [])].map((row) => {
      if (row.ariaHidden === 'true') return '…'
      const tag = row.querySelector('.tag')
      const text = (tag?.querySelector('[aria-hidden]') ?? tag)?.textContent
      return `${row.querySelector('bdi')?.textContent}${text ? ` [${text}]` : ''}`
    }),
  )

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases.map((one) => [one.title, one] as const))('%s', async (_title, one) => {
    const visit = await visitCase(one)
    const expected = Array.isArray(one.rows) ? one.rows : one.rows.behind
    if (!Array.isArray(one.rows)) {
      expect(await rowsOf(visit)).toEqual([])
      await visit.button('Continue with a wallet').click()
    }
    if (one.config?.enableWallets === false) await visit.button('By e-mail').waitFor()
    await expect.poll(() => rowsOf(visit)).toEqual(expected)
    // Check that the rows are final: the directory has answered, and they do not change after that.
    if (one.directory !== false) await expect.poll(() => directory.asked.length).toBeGreaterThan(0)
    await visit.page.waitForTimeout(120)
    expect(await rowsOf(visit)).toEqual(expected)
    expect(visit.faults).toEqual([])
  })
})

it('has at least sixty cases', () => {
  expect(Object.values(CASES).flat().length).toBeGreaterThanOrEqual(60)
})
