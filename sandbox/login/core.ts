/**
 * The login service without HTTP: creates its objects (users, sessions, codes, limits, ...), and the functions that the
 * request handlers call.
 */
import type { Hex } from 'viem'
import { createChanges } from './changes.ts'
import { createCodes, type CodeRules } from './codes.ts'
import type { Session, User } from './database.ts'
import { createApprovals } from './devices.ts'
import { createEmailLogin, type EmailRules } from './email.ts'
import { createChannels } from './farcaster/channels.ts'
import type { FarcasterNetwork } from './farcaster/network.ts'
import { createFrames, type Frame } from './frames.ts'
import { keysFrom } from './keys.ts'
import { createLimits, type Limits } from './limits.ts'
import { createLocks, type PasskeyRule } from './lock/locks.ts'
import type { WebAuthn } from './lock/verify.ts'
import { createPace } from './pace.ts'
import { createPost, type PostOptions } from './mail/post.ts'
import { createRpc } from './rpc/answer.ts'
import { hasSmart, smartOf, Unanswered, type Chains } from './rpc/chain.ts'
import { isEvm, referenceOf, wireOf } from './rpc/chainId.ts'
import { createSendCode } from './sendCode.ts'
import { type Browser, createSessions, type LoggedIn } from './sessions.ts'
import type { IssuerOf } from './social/brands.ts'
import { createFlows } from './social/flows.ts'
import type { Event, EventKind, Store } from './store.ts'
import { memoryTransient, type Transient } from './transient.ts'
import { createUndo } from './undo.ts'
import { createUsers, type NewKeys } from './users.ts'
import type { Vault } from './vault.ts'
import type { User as WireUser } from '../../runtime/auth/messages.ts'

/**
 * Rules that can change while the service runs; times are in ms. `review`: where the person reviews what to sign.
 * The site can cover or imitate a `frame` in its page, but not a `window` of the service. `passkeys`: whether people
 * are asked to lock their keys.
 */
export type LoginRules = CodeRules &
  Limits &
  Pick<EmailRules, 'devices'> & { review: 'frame' | 'window'; passkeys: PasskeyRule }

export type CoreOptions = {
  /** The service's own origin. */
  url: string
  /** Stores the users, their sessions and other lasting data. The service's `close` closes the store too. */
  store: Store
  /** Stores codes, limits and other short-lived data. Default: this process's memory. */
  transient?: Transient
  /** The secret with which codes are hashed. Processes that share `transient` need the same one, or codes are wrong. */
  pepper?: Uint8Array
  /** Makes the keys of a new account. Default: random ones. */
  newKeys?: NewKeys
  /** Encrypts the users' keys. Whoever has the vault's secret and the store can decrypt all keys without a lock. */
  vault: Vault
  rules: LoginRules
  post: PostOptions
  /** The providers of social logins. Without it there are none. */
  issuerOf?: IssuerOf
  /** Farcaster's relay, which passes on wallets' signatures, and its id registry. Without it: no Farcaster sign-in. */
  farcaster?: FarcasterNetwork
  chains: Chains
  /** Loads the library that checks what passkeys sign. */
  webauthn: () => Promise<WebAuthn>
  /** Called each time an account on a chain is described to a page: the sandbox gives it test coins. */
  fund?: (user: User, caip: string) => Promise<void>
  /** The current time in ms since 1970. */
  now: () => number
}

export type Core = ReturnType<typeof createCore>

/** Creates the service's objects, and `stop`, which ends the hourly erasing of expired rows. */
function partsOf({ url, store, vault, rules, post: posting, issuerOf, farcaster, chains, now, ...own }: CoreOptions) {
  const { transient = memoryTransient(now), pepper, webauthn, newKeys } = own
  type More = Pick<Event, 'site' | 'detail'>
  const eventOf = (kind: EventKind, { id }: Pick<User, 'id'>, more: More = {}): Event => ({
    at: now(),
    kind,
    user: id,
    ...more,
  })
  /** Stores an event without personal data, so that an operator can explain later what happened to an account. */
  const record = (...about: Parameters<typeof eventOf>) => store.record(eventOf(...about))
  const users = createUsers(store, vault, (user) => eventOf('created', user), newKeys)
  const sessions = createSessions(store, () => rules.sessionLife, now)
  const frames = createFrames(transient, now)
  const post = createPost(posting)
  const limits = createLimits(() => rules, transient, now)
  const pace = createPace(() => rules, now)
  const codes = createCodes({ rules: () => rules, limits, transient, now, ...(pepper && { pepper }) })
  const approvals = createApprovals(() => rules.codeTtl, transient, now)
  const undo = createUndo(store, now)
  const codeTtl = () => rules.codeTtl
  const sendCode = createSendCode({ codeTtl, users, sessions, codes, limits, approvals, post })
  const given = { url, users, sessions, codes, limits, approvals, post, sendCode }
  const email = createEmailLogin({ ...given, rules: () => rules })
  const changes = createChanges({
    ...{ ...given, codeTtl, undo, now, transient },
    changed: (user, site) => record('addressChanged', user, { site }),
  })
  const flows = createFlows({ url, issuerOf, transient, now })
  const channels = farcaster && createChannels({ network: farcaster, url, transient, now })
  // Ignore an error: the next hourly run tries again, and until then expired rows are not accepted anyway.
  const erase = () => void Promise.all([undo.erase(), transient.erase()]).catch(() => undefined)
  erase()
  const erasing = setInterval(erase, 3_600_000)
  // Without `unref` the timer would keep the process running.
  erasing.unref()
  const rpc = createRpc(chains, transient, now)
  const rule = () => rules.passkeys
  const locks = createLocks({ url, store, users, sessions, vault, limits, transient, rule, now, webauthn, eventOf })
  const parts = {
    url,
    rules,
    users,
    sessions,
    frames,
    post,
    codes,
    limits,
    pace,
    email,
    changes,
    undo,
    approvals,
    flows,
    channels,
    rpc,
    locks,
    eventOf,
    record,
  }
  return { parts, stop: () => clearInterval(erasing) }
}

const networksOf = ({ bundlers, solana }: CoreOptions['chains']) =>
  [...bundlers.map(({ node }) => node), ...(solana ? [solana] : [])].map((chain) => ({
    caipNetworkId: chain.caipNetworkId,
    name: chain.name,
    ...('symbol' in chain && chain.symbol !== undefined && { symbol: chain.symbol }),
  }))

function falseIfUnanswered(error: unknown): false {
  if (error instanceof Unanswered) return false
  throw error
}

export function createCore(options: CoreOptions) {
  const { url, chains, fund, store } = options
  const { parts, stop } = partsOf(options)
  const { users, sessions, changes, post, codes, undo, approvals, rpc, locks, eventOf, record } = parts

  /**
   * Voids what could still let somebody in as this user: approvals and the links that ask for them, confirmed changes,
   * challenges for passkeys, and codes to these addresses. Sessions and the links that undo something stay.
   */
  const voidPending = async (user: User, addresses: readonly (string | null)[]) => {
    await approvals.drop(user)
    await changes.drop(user)
    await locks.drop(user)
    for (const address of addresses) if (address !== null) await codes.dropFor(address)
  }
  const smartAccount = async (user: User, caip: string) => {
    const address = isEvm(caip) ? await rpc.smartOf(user, caip) : undefined
    if (!address) return undefined
    const isDeployed = smartOf(chains, caip).isDeployed(referenceOf(caip), address)
    // A login must not fail because a node does not answer: the account then counts as not deployed. That is safe,
    // because pages only show this value.
    return { address, isDeployed: await isDeployed.catch(falseIfUnanswered) }
  }
  return {
    ...parts,
    smartAccount,
    /** The networks on which the service can send, with the names that the frame shows. */
    networks: () => networksOf(chains),
    smartNetworks: () =>
      chains.bundlers.filter(({ node }) => hasSmart(chains, node.caipNetworkId)).map(({ node }) => node.id),
    userOf: async (session: Session | undefined) => session && users.byId(session.user),
    /**
     * Decrypts a user's keys for one use. Fill `solana` with zeros afterwards.
     * @param lockKey the key of the lock, if the keys are locked
     */
    keysOf: async (user: User, lockKey: Uint8Array | undefined) =>
      keysFrom(await locks.plainOf(user.id, user.keys, lockKey)),
    /**
     * Starts a session of a user for the frame's site, and remembers the browser as the user's. The frame's codes,
     * confirmed change of address and approval become invalid.
     */
    async start(frame: Frame, loggedIn: LoggedIn, from: Browser) {
      await codes.drop(frame.id)
      await changes.forget(frame)
      await approvals.use(frame)
      const event = eventOf('loggedIn', loggedIn.user, { site: frame.origin })
      return sessions.start(loggedIn, frame.origin, from, event)
    },
    /** A user's account on a chain, as the page gets it. Calls `fund` first. */
    async describe(user: User, caip: string): Promise<WireUser> {
      await fund?.(user, caip)
      const smart = await smartAccount(user, caip)
      const preferred = smart && user.preferred === 'smartAccount' ? 'smartAccount' : 'eoa'
      const eoa = isEvm(caip) ? (user.evm as Hex) : user.solana
      return {
        address: smart && preferred === 'smartAccount' ? smart.address : eoa,
        chainId: wireOf(caip),
        email: user.email,
        userName: user.name,
        accounts: [
          { address: eoa, type: 'eoa' as const },
          ...(smart ? [{ address: smart.address, type: 'smartAccount' as const }] : []),
        ],
        smartAccountDeployed: smart?.isDeployed ?? false,
        preferredAccountType: preferred,
      }
    },
    /** Signs a user out everywhere, and voids what could let somebody in again without a new approval. */
    async signOut(user: User) {
      await sessions.signOut(user)
      await record('signedOut', user)
      await voidPending(user, [user.email])
    },
    /**
     * Undoes a change of address or a deletion, by the mailed link's token.
     * @throws Denied if the link is used or expired, or the address or a login belongs to another account now
     */
    async takeBack(token: string) {
      const { user, taken } = await undo.run(token)
      await record('takenBack', user)
      await voidPending(user, [user.email, taken])
    },
    /** Deletes a user, whose `session` asks for it. @returns the link that restores the account for three days */
    async forget(user: User, session: Session): Promise<string> {
      // Store the event for the operator before deleting: if storing it failed afterwards, this function would throw,
      // and nobody would get the link that restores the account.
      await record('deleted', user)
      const token = await undo.delete(user, session)
      // Forget the mails that the sandbox caught for the address. The counts of the mail limits stay: otherwise
      // deleting accounts would be a way around the limits.
      if (user.email) post.clear(user.email)
      // Ignore an error: only the caller gets the link. A restore voids all of this too.
      await voidPending(user, [user.email]).catch(() => undefined)
      return `${url}/undo#${token}`
    },
    close: async () => {
      stop()
      await post.close()
      await store.close()
    },
  }
}
