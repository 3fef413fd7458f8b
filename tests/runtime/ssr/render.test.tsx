/** A server renders for many visitors at once in one process: their kits do not affect each other. */
import { Suspense, use } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createWalletKit, type Generated, type WalletKit } from '../../../runtime/index.ts'
import { ConnectButton, NetworkButton, WalletKitProvider } from '../../../runtime/react.tsx'
import { HydrationProvider } from '../../../runtime/ssr.tsx'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import { pageRecord } from '../../../runtime/lib/page.ts'
import { kitOf } from '../../../runtime/kit/walletKit.ts'
import { network } from '../../support/kit.ts'

const RENDERS = 1_000

/** Values that must be found only in the page of this request. */
const generatedOf = (request: number, side: 'a' | 'b'): Generated => ({
  config: {
    projectId: `p${request}${side}`,
    networks: [network(request + 1, `Net-${request}${side}-`), network(900_000 + request)],
    messages: { 'button.connect': `Connect-${request}${side}-` },
  },
  chains: [eip155],
})

function Late({ until }: { until: Promise<unknown> }) {
  use(until)
  return <NetworkButton />
}

function Page({ a, b, late, until }: { a: WalletKit; b: WalletKit; late: Generated; until: Promise<unknown> }) {
  return (
    <main>
      <HydrationProvider kit={a} generated={late}>
        <ConnectButton />
        <Suspense>
          <Late until={until} />
        </Suspense>
      </HydrationProvider>
      <WalletKitProvider kit={b}>
        <ConnectButton />
        <Suspense>
          <Late until={until} />
        </Suspense>
      </WalletKitProvider>
    </main>
  )
}

const marks = (html: string) => [...new Set(html.match(/(Net|Connect)-\d+[ab]-/g))].sort()
const expected = (request: number) =>
  ['Connect', 'Net'].flatMap((what) => ['a', 'b'].map((side) => `${what}-${request}${side}-`))

it('renders a thousand pages at once, each with its own two kits', async () => {
  const pages = await Promise.all(
    Array.from({ length: RENDERS }, async (_, request) => {
      const generated = generatedOf(request, 'a')
      const [a, b] = [createWalletKit(generated), createWalletKit(generatedOf(request, 'b'))]
      // Finish in another order than the requests began, so that renders overlap.
      const until = new Promise((resolve) => setTimeout(resolve, (request * 7919) % 50))
      const stream = await renderToReadableStream(<Page a={a} b={b} late={generated} until={until} />)
      return { a, b, html: await new Response(stream).text() }
    }),
  )
  const leaked = pages.filter(({ html }, request) => marks(html).join() !== expected(request).join())
  expect(leaked).toHaveLength(0)
  expect(pageRecord()).toMatchObject({ kits: [], waiting: new Set(), scrollLocks: 0 })

  // A change of one visitor's kit is not visible in the others.
  const [first, ...others] = pages
  if (!first) throw new Error('Nothing was rendered')
  setAccount(kitOf(first.a).state.accounts, 'eip155', { address: '0xdead', status: 'connected' })
  first.a.setThemeVariables({ '--wk-accent': '#123456' })
  first.a.updateFeatures({ swaps: {} })
  for (const kit of [first.b, ...others.flatMap(({ a, b }) => [a, b])]) {
    expect(kit.getAddress()).toBeUndefined()
    expect(kit.getThemeVariables()).toEqual({})
    expect(kitOf(kit).state.options.features['swaps']).toBeUndefined()
  }
}, 60_000)

it('renders to a string, a thousand times, without a stored session or anything else of a browser', () => {
  const generated = generatedOf(1, 'a')
  const kit = createWalletKit(generated)
  const text = () =>
    renderToString(
      <WalletKitProvider kit={kit}>
        <ConnectButton />
        <NetworkButton />
      </WalletKitProvider>,
    )
  const first = text()
  expect(marks(first)).toEqual(['Connect-1a-', 'Net-1a-'])
  for (let at = 0; at < RENDERS; at++) expect(text()).toBe(first)
})
