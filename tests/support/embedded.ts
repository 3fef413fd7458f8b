/**
 * Makes a kit with the embedded wallet, and a frame that answers as a test says. The kit is stopped when its test ends.
 */
import { onTestFinished } from 'vitest'
import auth from '../../runtime/auth/index.ts'
import eip155 from '../../runtime/chains/eip155/index.ts'
import solanaChain from '../../runtime/chains/solana/index.ts'
import type { Chain } from '../../runtime/contracts/chain.ts'
import type { Config } from '../../runtime/contracts/config.ts'
import { discover } from '../../runtime/actions/discover.ts'
import type { Storage } from '../../runtime/lib/storage.ts'
import { makeKit, memoryStorage, network, solana } from './kit.ts'
import { ALICE, loginFrame, type Replies } from './loginFrame.ts'

export const SECURE_SITE = 'https://login.example'

export async function embeddedKit({
  chains = [eip155, solanaChain],
  config = {},
  replies = {},
  storage = memoryStorage(),
}: { chains?: Chain[]; config?: Config; replies?: Replies; storage?: Storage } = {}) {
  const kit = makeKit(
    { networks: [network(1), network(137), solana()], services: { secureSite: SECURE_SITE }, ...config },
    { chains, parts: { auth: async () => ({ default: auth }) }, storage },
  )
  // Stop the kit when the test ends: the kits of all tests share one page, so its messages could close the next test's
  // modal.
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const frame = loginFrame(kit, {
    GET_USER: ALICE,
    IS_CONNECTED: { isConnected: true },
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1, 137] },
    SIGN_OUT: undefined,
    ...replies,
  })
  await discover(kit)()
  const login = auth.login(kit)
  return { kit, frame, login, storage }
}

/**
 * Makes an {@link embeddedKit} in which the login has finished, so that its account is connected on every namespace.
 */
export async function signedIn(options?: Parameters<typeof embeddedKit>[0]) {
  const made = await embeddedKit(options)
  const finished = made.login.finish()
  made.frame.ready()
  await finished
  return made
}
