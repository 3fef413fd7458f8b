/**
 * The sandbox's login service, which has a port and so an origin of its own. The port is open from the start; the
 * service is created on first use.
 */
import type { SocialProvider } from '../../runtime/auth/messages.ts'
import { lazy } from '../../runtime/lib/lazy.ts'
import { isLocal, isLoopback, send } from '../answer.ts'
import { createDraws } from '../draws.ts'
import { listen, type Listening } from './listen.ts'
import type { Mail } from './mail/read.ts'
import type { Chains } from './rpc/chain.ts'
import { parseLoginSwitches, rulesOf, type LoginSwitches } from './switches.ts'
import type { Core, LoginRules } from './core.ts'
import type { StandIn } from './farcaster/standIn.ts'
import loginStyle from './login.css.ts'

export type { Mail } from './mail/read.ts'
export type { LoginSwitches } from './switches.ts'

export type LoginOptions = {
  /** The sandbox's own address, which has the wallet page. */
  sandboxUrl: string
  /** The preferred port; the social providers prefer the next one. If a port is taken, or for 0: any free port. */
  port: number
  secret: string
  file?: string
  /**
   * The header in which a trusted proxy sends the client's IP address, for example `x-forwarded-for`. By default the
   * connection's address is used, because without a proxy a client could set any header itself.
   */
  proxyHeader?: string
  chains: Chains
  /** Sends real mail through this SMTP server instead of catching it. */
  smtp?: string
  /** Called for every caught mail. */
  caught?: (mail: Mail) => void
}

/** Functions with which tests control the login service. */
export type Login = {
  /**
   * The newest 500 caught mails, or those of them to an address, oldest first. Their `code` and `link` are parsed from
   * the text.
   */
  mails: (to?: string) => Mail[]
  /** The newest mail to an address that was sent at `since` (ms since 1970) or later. Waits until there is one. */
  nextMail: (to: string, since?: number) => Promise<Mail>
  /**
   * Changes the rules (times in ms, attempts, when a browser needs approval), and moves the clock ahead by `advance`.
   */
  set: (switches: LoginSwitches) => void
  /** Clears the mails and the counts of limits, and resets the rules and the clock. Users and waiting requests stay. */
  clear: () => void
}

const ANCESTORS = ['http', 'https'].flatMap((scheme) =>
  ['127.0.0.1', 'localhost', '*.localhost'].map((host) => `${scheme}://${host}:*`),
)

type Handler = (...asked: Parameters<Parameters<typeof listen>[1]>) => void
/**
 * What {@link createLazily} needs. `url` and `providersUrl` are functions, because they are known only once both
 * servers listen.
 */
type Making = Omit<LoginOptions, 'port' | 'caught'> & {
  url: () => string
  providersUrl: () => string
  rules: LoginRules
  now: () => number
  caught: (mail: Mail) => void
}

/**
 * Creates the service and its providers, each once and on first use. If that fails, the next use tries again.
 */
function createLazily({ url, providersUrl, sandboxUrl, secret, file, proxyHeader, chains, smtp, ...own }: Making) {
  let making: Promise<{ site: Handler; service: Core; farcaster: StandIn }> | undefined
  let running: Core | undefined
  const callback = (brand: SocialProvider) => `${url()}/social/callback/${brand}`
  const providers = lazy(async () => {
    const { createProviders } = await import('./social/provider.ts')
    return createProviders(providersUrl(), callback, loginStyle)
  })

  const make = async () => {
    const [
      { createCore },
      { createSite },
      { createStandIn },
      { fileStore },
      { createVault },
      { createFunds },
      { issuerOf },
      { loadLibraries },
    ] = await Promise.all([
      import('./core.ts'),
      import('./server.ts'),
      import('./farcaster/standIn.ts'),
      import('./fileStore.ts'),
      import('./vault.ts'),
      import('./rpc/funds.ts'),
      providers(),
      import('./libraries.ts'),
    ])
    const draw = createDraws(secret)
    const farcaster = createStandIn(`${sandboxUrl}/wallet`, own.now, draw)
    const service = createCore({
      url: url(),
      store: fileStore(file),
      vault: createVault(secret),
      newKeys: ({ email, logins }) => draw(`keys ${email ?? logins[0]}`),
      rules: own.rules,
      post: { ...(smtp !== undefined && { smtp }), caught: own.caught },
      issuerOf,
      farcaster: farcaster.network,
      chains,
      webauthn: loadLibraries,
      fund: createFunds(chains),
      now: own.now,
    })
    const site = createSite({
      url: url(),
      ancestors: ANCESTORS.join(' '),
      allows: isLoopback,
      mayAsk: isLocal,
      service: () => service,
      ...(proxyHeader !== undefined && { proxyHeader }),
    })
    return { service: (running = service), site, farcaster }
  }
  return {
    providers,
    made: () =>
      (making ??= make().catch((error: unknown) => {
        making = undefined
        throw error
      })),
    running: () => running,
    close: async () => {
      await making?.catch(() => undefined)
      await running?.close()
    },
  }
}

export async function startLogin({ port, caught, ...options }: LoginOptions) {
  let ahead = 0
  const [rules, now] = [rulesOf({}), () => Date.now() + ahead]
  const waiting: (() => void)[] = []
  const started: Listening[] = []
  const url = () => `http://127.0.0.1:${started[0]?.port}`
  const providersUrl = () => `http://127.0.0.1:${started[1]?.port}`
  const lazily = createLazily({
    ...options,
    ...{ url, providersUrl, rules, now },
    caught(mail) {
      caught?.(mail)
      for (const tell of waiting.splice(0)) tell()
    },
  })
  const failed = (response: Parameters<typeof send>[0]) => (error: unknown) =>
    send(response, { status: 500, json: { message: String(error) } })

  started.push(
    await listen(
      port,
      (request, response) => void lazily.made().then(({ site }) => site(request, response), failed(response)),
    ),
  )
  started.push(
    await listen(port && port + 1, (request, response) => {
      lazily
        .providers()
        .then(({ handle }) => handle(request, response))
        .catch(failed(response))
    }),
  )

  const ready = async () => (await lazily.made()).service
  const mails = (to?: string) => lazily.running()?.post.list(to) ?? []
  const login: Login = {
    mails,
    async nextMail(to, since = 0) {
      await ready()
      for (;;) {
        const found = mails(to).findLast(({ at }) => at >= since)
        if (found) return found
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    set(switches) {
      const { advance = 0, ...changes } = switches
      ahead += advance
      Object.assign(rules, changes)
    },
    clear() {
      ahead = 0
      Object.assign(rules, rulesOf({}))
      lazily.running()?.post.clear()
      lazily.running()?.pace.clear()
      void lazily.running()?.limits.clear()
    },
  }
  return {
    url: url(),
    providersUrl: providersUrl(),
    login,
    farcaster: async () => (await lazily.made()).farcaster,
    parse: parseLoginSwitches,
    rules: () => ({ ...rules }),
    close: async () => {
      await Promise.all(started.map(({ close }) => close()))
      await lazily.close()
    },
  }
}

export type RunningLogin = Awaited<ReturnType<typeof startLogin>>
