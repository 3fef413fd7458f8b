/**
 * The faults of the relay library that our patches fix, shown on a client without the patches. If a test fails after an
 * upgrade, its patch may no longer be needed, or the code that it replaces has changed.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RelayClient } from '../../../../runtime/remote/client.ts'
import { KEPT } from '../../../../runtime/remote/patches/history.ts'
import { forgetCore } from '../../../../runtime/remote/patches/sharedCore.ts'
import { memoryStorage } from '../../../support/remoteWallet.ts'
import { useSandbox } from '../../../support/sandbox.ts'

const sandbox = useSandbox()
type Raw = Awaited<ReturnType<typeof UniversalProvider.init>>
let raw: Raw
beforeAll(async () => {
  raw = await UniversalProvider.init({
    projectId: '0'.repeat(32),
    relayUrl: sandbox().relay.url,
    logger: 'silent',
    telemetryEnabled: false,
    disableProviderPing: true,
    storage: memoryStorage(),
    metadata: { name: 'Page', description: '', url: 'http://127.0.0.1', icons: [] },
  })
})
afterAll(async () => {
  forgetCore(raw as unknown as RelayClient)
  raw.client.core.heartbeat.stop()
  await raw.client.core.relayer.transportClose()
})

it('buffer: the library needs a global Buffer for a sign-in', () => {
  const utils = createRequire(import.meta.url).resolve('@walletconnect/utils')
  expect(readFileSync(utils, 'utf8')).toMatch(/\bBuffer\.from\(/)
})

it('endOnce: a repeated session delete causes a rejection that cannot be caught', async () => {
  const others = process.listeners('unhandledRejection')
  const unheard: unknown[] = []
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => void unheard.push(error))
  try {
    const engine = raw.client.engine as unknown as { onSessionDeleteRequest: (topic: string, said: object) => unknown }
    void engine.onSessionDeleteRequest('0'.repeat(64), { id: 1, params: { code: 6000, message: 'Bye' } })
    await expect.poll(() => unheard.length).toBeGreaterThan(0)
  } finally {
    process.removeAllListeners('unhandledRejection')
    for (const other of others) process.on('unhandledRejection', other)
  }
})

it('history: every request stays in the store', () => {
  const { history } = raw.client.core
  const request = { jsonrpc: '2.0' as const, method: 'wc_sessionPing', params: {} }
  for (let id = 1; id <= KEPT + 8; id++) history.set('0'.repeat(64), { ...request, id })
  expect(history.values.length).toBe(KEPT + 8)
})

it('sharedCore: every client of a page gets the first one’s core', () => {
  expect((globalThis as Record<string, unknown>)['_walletConnectCore_']).toBe(raw.client.core)
})

it('verify: the library requests a host of its own', () => {
  const { verify } = raw.client.core as unknown as { verify: { isDevEnv?: boolean; verifyUrlV3?: string } }
  expect(verify.isDevEnv).toBeFalsy()
  expect(verify.verifyUrlV3).toMatch(/^https:/)
})

it.each([
  ['online', 'core.relayer.confirmOnlineStateOrThrow'],
  ['redial', 'core.relayer.transportOpen'],
  ['endOnce', 'engine.deleteSession'],
  ['endOnce', 'engine.isValidDisconnect'],
  ['checkAnswers', 'engine.onSessionAuthenticateResponse'],
  ['checkAnswers', 'core.crypto.decode'],
  ['expireFirst', 'engine.events.emit'],
  ['expireFirst', 'proposal.getAll'],
])('%s: the library still has %s', (_patch, path) => {
  const found = path
    .split('.')
    .reduce<unknown>((from, name) => (from as Record<string, unknown> | undefined)?.[name], raw.client)
  expect(found).toBeTypeOf('function')
})

it('keepPairings: a sign-in unsubscribes from other pairings through cleanupPendingPairings', () => {
  const method = Object.getOwnPropertyDescriptor(UniversalProvider.prototype, 'authenticate')?.value as unknown
  expect(String(method)).toContain('cleanupPendingPairings')
})
