/** The login service: the code that it shares with the sandbox, with this server's store, keys, mails and providers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { createCore } from '../../sandbox/login/core.ts'
import { createSite } from '../../sandbox/login/server.ts'
import type { Store } from '../../sandbox/login/store.ts'
import { rulesOf } from '../../sandbox/login/switches.ts'
import type { Config } from '../config/config.ts'
import { createEnvelopes } from '../keys/envelope.ts'
import { openWrapper } from '../keys/open.ts'
import { openFarcaster } from '../social/farcaster.ts'
import { providersOf } from '../social/providers.ts'
import type { Served } from '../store/database.ts'
import type { SmartAccounts } from '../../sandbox/smartAccounts/index.ts'
import { chainOf, solanaChainOf } from './chains.ts'
import { isForHost } from './host.ts'
import { errorFor } from './log.ts'

export type LoginService = {
  handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Closes the store, too. */
  close: () => Promise<void>
}

type Parts = Pick<Served, 'shared'> & {
  store: Store
  smart: SmartAccounts | undefined
  log: Logger
  /** Called for each request that failed by a fault of the server. */
  failed: () => void
}

export function openLogin(config: Config, { store, shared, smart, log, failed }: Parts): LoginService {
  const issuerOf = providersOf(config.social, Date.now)
  const service = createCore({
    url: config.url,
    store,
    ...shared,
    vault: createEnvelopes(openWrapper(config)),
    rules: rulesOf({ review: config.review, passkeys: config.passkeys }),
    // Imported at the first mail, because it needs several MB of memory.
    post: { open: async () => (await import('./mail.ts')).openMail(config.mail, log) },
    ...(issuerOf && { issuerOf }),
    ...(config.farcaster && { farcaster: openFarcaster(config.farcaster) }),
    // Imported at the first passkey, because it needs several MB of memory.
    webauthn: async () => ({
      ...(await import('@simplewebauthn/server')),
      ...(await import('@simplewebauthn/server/helpers')),
    }),
    chains: {
      bundlers: config.networks.map(chainOf),
      paymasters: config.paymasters,
      ...(smart && { smart }),
      ...(config.solana && { solana: solanaChainOf(config.solana) }),
    },
    now: () => Date.now(),
  })
  const handle = createSite({
    url: config.url,
    ancestors: config.sites.join(' ') || "'none'",
    allows: (origin) => config.sites.includes(origin),
    mayAsk: (request) => isForHost(request, config),
    service: () => service,
    ...(config.proxyHeader !== undefined && { proxyHeader: config.proxyHeader }),
    report(error) {
      failed()
      log.error(errorFor(error), 'a request failed')
    },
  })
  return { handle, close: () => service.close() }
}
