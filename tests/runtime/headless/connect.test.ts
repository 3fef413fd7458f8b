/** Calls of `useConnect` that overlap. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { createConnect } from '../../../runtime/headless/connect.ts'
import { createWalletKit } from '../../../runtime/index.ts'
import { memoryStorage, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()

function two(again: 'queue' | 'pending' = 'queue') {
  const switches = { answer: 'hold', again } as const
  const [alpha, beta] = [
    testConnector(sandbox(), { rdns: 'org.alpha', name: 'Alpha', switches }),
    testConnector(sandbox(), { rdns: 'org.beta', name: 'Beta', switches }),
  ]
  const kit = createWalletKit(
    { config: sandboxConfig(sandbox()), chains: [eip155], plugins: [], parts: {} },
    { storage: memoryStorage(), connectors: [alpha.connector, beta.connector] },
  )
  return { kit, alpha, beta, connect: createConnect(kit) }
}

it('an older attempt that ends does not change the state of the newer one', async () => {
  const { alpha, beta, connect } = two()
  const first = connect.actions.connect({ id: 'org.alpha' })
  await expect.poll(() => alpha.wallet.pending()).toBe(1)
  const second = connect.actions.connect({ id: 'org.beta' })
  await expect.poll(() => beta.wallet.pending()).toBe(1)
  alpha.wallet.settle('reject')
  expect(await first).toBeUndefined()
  expect(connect.get().status).toBe('connecting')
  beta.wallet.settle('approve')
  await second
  expect(connect.get()).toMatchObject({ status: 'success', data: { isConnected: true } })
})

it('says why the newer attempt failed after an older one had ended', async () => {
  const { alpha, beta, connect } = two()
  const first = connect.actions.connect({ id: 'org.alpha' })
  await expect.poll(() => alpha.wallet.pending()).toBe(1)
  const second = connect.actions.connect({ id: 'org.beta' })
  await expect.poll(() => beta.wallet.pending()).toBe(1)
  alpha.wallet.settle('reject')
  await first
  beta.wallet.settle('reject')
  await second
  expect(connect.get()).toMatchObject({ status: 'error', error: { code: 'USER_REJECTED' } })
})

it('a double click ends connected', async () => {
  const { alpha, connect } = two('pending')
  const first = connect.actions.connect({ id: 'org.alpha' })
  await expect.poll(() => alpha.wallet.pending()).toBe(1)
  const second = connect.actions.connect({ id: 'org.alpha' })
  await wait(50)
  alpha.wallet.settle('approve')
  await Promise.all([first, second])
  expect(connect.get()).toMatchObject({ status: 'success', data: { isConnected: true } })
})
