/** Connects and signs in with one approval, many times: the page must be connected and signed in after each. */
import { expect, it } from 'vitest'
import { close } from '../../runtime/actions/close.ts'
import { disconnect } from '../../runtime/actions/disconnect.ts'
import { open } from '../../runtime/actions/open.ts'
import { invite } from '../../runtime/actions/pair.ts'
import { signIn } from '../../runtime/siwx/state.ts'
import { randomOf } from '../support/cut.ts'
import { type Page, useRemote } from '../support/remote.ts'
import type { RemoteWallet } from '../support/remoteWallet.ts'

const { page, sandbox, wallet, show } = useRemote()
const RUNS = 20
const VIEW = 'ConnectingWalletConnect'
const random = randomOf(20_261_125)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The visitor's actions between the QR code and the approval. */
const WAYS: Record<string, (opened: Page, remote: RemoteWallet) => Promise<void>> = {
  'approves at once': async ({ kit }, remote) => {
    remote.setPolicy('approve')
    await remote.pair(await show(kit))
  },
  'takes a moment': async ({ kit }, remote) => {
    await remote.pair(await show(kit))
    await remote.next()
    await pause(random() * 200)
    await remote.approve()
  },
  'closes the modal and opens it again': async ({ kit }, remote) => {
    await show(kit)
    close(kit)
    await pause(random() * 60)
    open(kit, { view: VIEW })
    await invite(kit)
    await remote.pair(kit.state.connection.wcUri ?? '')
    await remote.next()
    await remote.approve()
  },
  'closes the modal before the approval': async ({ kit }, remote) => {
    await remote.pair(await show(kit))
    await remote.next()
    close(kit)
    await remote.approve()
  },
  'loses the relay during the approval': async ({ kit }, remote) => {
    await remote.pair(await show(kit))
    await remote.next()
    const approving = remote.approve().catch(() => undefined)
    await pause(random() * 30)
    sandbox().relay.drop()
    await approving
  },
}

it.each(Object.entries(WAYS))('stays connected when the visitor %s', async (_way, act) => {
  const ends: Record<string, number> = {}
  for (let run = 0; run < RUNS; run++) {
    const opened = await page(undefined, {}, { siwx: { domain: 'app.example', uri: 'https://app.example' } })
    Object.assign(opened.kit.parts, {
      siwx: () => import('../../runtime/siwx/index.ts'),
      verifiers: { eip155: () => import('../../runtime/siwx/verify/eip155.ts') },
    })
    await act(opened, await wallet())
    await expect.poll(() => opened.account().status, { timeout: 15_000 }).toBe('connected')
    // A wrong disconnect after the connection would come within this time.
    await pause(300)
    const end = `${opened.account().status}, ${signIn(opened.kit).status}`
    ends[end] = (ends[end] ?? 0) + 1
    await disconnect(opened.kit)
  }
  console.info(`${RUNS} one-click sign-ins ended:`, JSON.stringify(ends))
  expect(ends).toEqual({ 'connected, signed': RUNS })
})
