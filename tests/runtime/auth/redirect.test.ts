/** A login that leaves the page, next to a wallet of a network that the login does not serve. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { startSession } from '../../../runtime/actions/session.ts'
import { parseStored } from '../../../runtime/actions/tabs.ts'
import { expectReturn } from '../../../runtime/auth/redirect.ts'
import type { Connector, Driver, Session } from '../../../runtime/contracts/connector.ts'
import { embeddedKit, SECURE_SITE } from '../../support/embedded.ts'
import { evmWallet } from '../../support/walk/wallets.ts'

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'

it('keeps the wallets that are connected, so that the next page load resumes them too', async () => {
  vi.stubGlobal('location', Object.assign(new URL('https://site.example/'), { assign: () => undefined }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const uri = `${SECURE_SITE}/social/start?state=1`
  const { kit, frame, login, storage } = await embeddedKit({ replies: { GET_SOCIAL_REDIRECT_URI: { uri } } })
  const session: Session = {
    accounts: [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    caipNetworkId: BITCOIN,
    provider: {},
  }
  const driver: Driver = {
    connect: async () => session,
    resume: async () => session,
    disconnect: async () => undefined,
    watch: () => () => undefined,
  }
  const connector: Connector = {
    ...evmWallet('org.btc', []).connector,
    chain: 'bip122',
    driver: async () => ({ default: driver }),
  }
  await startSession(kit, { connector, driver, session })
  expect([...(parseStored(storage).sessions?.keys() ?? [])]).toEqual(['bip122'])
  const leaving = login.redirectSocial('google')
  frame.ready()
  await leaving
  expect([...(parseStored(storage).sessions?.keys() ?? [])].sort()).toEqual(['bip122', 'eip155', 'solana'])
  // Trying again adds nothing twice.
  expectReturn(kit, ['eip155', 'solana'])
  expect(parseStored(storage).sessions?.size).toBe(3)
})
