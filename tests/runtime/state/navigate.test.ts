import { expect, it } from 'vitest'
import { pop, popTo, popTransaction, push, pushTransaction, replace, reset } from '../../../runtime/state/navigate.ts'
import { createRouterState } from '../../../runtime/state/router.ts'

const views = (router: ReturnType<typeof createRouterState>) => router.history.map(({ view }) => view)

it('pushes a named view onto the history [S2.route.02]', () => {
  const router = createRouterState()
  push(router, 'AllWallets')
  expect(router.view).toBe('AllWallets')
  expect(views(router)).toEqual(['Connect', 'AllWallets'])
})

it('ignores a push of the view that is shown', () => {
  const router = createRouterState()
  push(router, 'Connect')
  expect(views(router)).toEqual(['Connect'])
})

it('resets to one view [S2.open.08]', () => {
  const router = createRouterState()
  push(router, 'AllWallets')
  reset(router, 'Connect')
  expect(router.view).toBe('Connect')
  expect(views(router)).toEqual(['Connect'])
})

it('replaces the current view and keeps what came before', () => {
  const router = createRouterState()
  push(router, 'AllWallets')
  replace(router, 'GetWallet', { a: 1 })
  expect(views(router)).toEqual(['Connect', 'GetWallet'])
  expect(router.params).toEqual({ a: 1 })
})

it('pops one entry, and says when there is none', () => {
  const router = createRouterState()
  push(router, 'AllWallets')
  push(router, 'GetWallet')
  expect(pop(router)).toBe(true)
  expect(router).toMatchObject({ view: 'AllWallets', direction: 'back' })
  expect(pop(router)).toBe(true)
  expect(pop(router)).toBe(false)
})

it('pops to an entry by its index', () => {
  const router = createRouterState()
  for (const view of ['Account', 'Networks', 'SwitchNetwork']) push(router, view)
  popTo(router, 1)
  expect(views(router)).toEqual(['Connect', 'Account'])
  popTo(router, 9)
  expect(views(router)).toEqual(['Connect', 'Account'])
})

it.each(['success', 'error'] as const)('pops the transaction stack on %s', (outcome) => {
  const router = createRouterState()
  const calls: string[] = []
  const pending = (name: string) => ({
    view: 'ApproveTransaction',
    goBack: false,
    replace: false,
    onSuccess: () => void calls.push(`${name} success`),
    onCancel: () => void calls.push(`${name} error`),
  })
  pushTransaction(router, pending('first'))
  pushTransaction(router, pending('second'))
  popTransaction(router, outcome)
  expect(router.stack).toHaveLength(1)
  expect(calls).toEqual([`second ${outcome}`])
})
