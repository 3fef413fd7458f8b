/** The login service itself: it answers every message that the frame cannot answer alone. */
import type { Hex } from 'viem'
import { createChanges } from './changes.ts'
import { createCodes, type CodeRules } from './codes.ts'
import { openDatabase, type Session, type User } from './database.ts'
import { createApprovals } from './devices.ts'
import { createEmailLogin, type EmailRules } from './email.ts'
import { createChannels } from './farcaster/channels.ts'
import { createFrames, type Frame } from './frames.ts'
import { createLimits, type Limits } from './limits.ts'
import { createPost, type PostOptions } from './mail/post.ts'
import { createRpc } from './rpc/answer.ts'
import type { Chains } from './rpc/chain.ts'
import { isEvm, referenceOf, wireOf } from './rpc/chainId.ts'
import { createFunds } from './rpc/funds.ts'
import { createSendCode } from './sendCode.ts'
import { createSessions } from './sessions.ts'
import type { Issuer } from './social/brands.ts'
import { createFlows } from './social/flows.ts'
import { createUndo } from './undo.ts'
import { createUsers } from './users.ts'
import { createVault } from './vault.ts'
import type { SocialProvider, User as WireUser } from '../../runtime/auth/messages.ts'

/** Rules that can change while the service runs; times in ms. */
/** `review`: where a request is shown. In a `window` of the service's own, no site can paint anything over it. */
export type LoginRules = CodeRules & Limits & Pick<EmailRules, 'devices'> & { review: 'frame' | 'window' }

export type CoreOptions = {
  /** The service's own origin. */
  url: string
  /** Decrypts the users' keys. Whoever has this secret and the database has every key. */
  secret: string
  /** The file that stores users, sessions and devices. Without it they are in memory only. */
  file?: string
  rules: LoginRules
  post: PostOptions
  issuerOf: (brand: SocialProvider) => Issuer
  /** The page that approves a Farcaster sign-in. */
  walletPage: string
  chains: Chains
  /** Ms since 1970. */
  now: () => number
}

export type Core = ReturnType<typeof createCore>

/** The parts of the service, and what stops their clock. */
function partsOf({ url, secret, file, rules, post: posting, issuerOf, walletPage, chains, now }: CoreOptions) {
  const database = openDatabase(file)
  const users = createUsers(database, createVault(secret))
  const sessions = createSessions(database, now)
  const frames = createFrames()
  const post = createPost(posting)
  const limits = createLimits(() => rules, now)
  const codes = createCodes(() => rules, limits, now)
  const approvals = createApprovals(() => rules.codeTtl, now)
  const undo = createUndo(database, now)
  const codeTtl = () => rules.codeTtl
  const sendCode = createSendCode({ codeTtl, users, sessions, codes, limits, approvals, post })
  const given = { url, users, sessions, codes, limits, approvals, post, sendCode }
  const email = createEmailLogin({ ...given, rules: () => rules })
  const changes = createChanges({ ...given, codeTtl, undo, now })
  const flows = createFlows(url, issuerOf, now)
  const channels = createChannels(walletPage, url, now)
  undo.erase()
  const erasing = setInterval(() => undo.erase(), 3_600_000)
  // It must not keep the process running.
  erasing.unref()
  const rpc = createRpc(chains, users, now)
  const parts = {
    url,
    rules,
    users,
    sessions,
    frames,
    post,
    codes,
    limits,
    email,
    changes,
    undo,
    approvals,
    flows,
    channels,
    rpc,
  }
  return { parts, stop: () => clearInterval(erasing) }
}

export function createCore(options: CoreOptions) {
  const { url, chains } = options
  const { parts, stop } = partsOf(options)
  const { users, sessions, frames, post, codes, undo, approvals, rpc } = parts
  const fund = createFunds(chains)

  /** Voids everything that could still let somebody in as this user, except logins: approvals, links, changes, codes. */
  const voidPending = (user: User, addresses: readonly (string | null)[]) => {
    approvals.drop(user)
    frames.drop(user)
    for (const address of addresses) if (address !== null) codes.dropFor(address)
  }
  const smartAccount = async (user: User, caip: string) => {
    const address = isEvm(caip) ? await rpc.smartOf(user, caip) : undefined
    if (!address) return undefined
    return { address, isDeployed: await chains.smart.isDeployed(referenceOf(caip), address) }
  }
  return {
    ...parts,
    smartAccount,
    /** The networks that it can send on, so that the frame can show their names. */
    networks: () =>
      [...chains.bundlers.map(({ node }) => node), chains.solana].map(({ caipNetworkId, name }) => ({
        caipNetworkId,
        name,
      })),
    smartNetworks: () => chains.bundlers.map(({ node }) => node.id),
    userOf: (session: Session | undefined) => session && users.byId(session.user),
    /** Signs a user in on the frame's page. */
    start(frame: Frame, user: User, { device, browser }: { device: string | undefined; browser: string | undefined }) {
      codes.drop(frame.id)
      delete frame.newEmail
      delete frame.confirmed
      approvals.use(frame)
      const known = sessions.learn(user, device)
      return { session: sessions.start(user, frame.origin, known, browser), device: known }
    },
    /** A user's account on a chain, as the page gets it. On first use it funds the account. */
    async describe(user: User, caip: string): Promise<WireUser> {
      await fund(user, caip)
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
    signOut(user: User) {
      sessions.signOut(user)
      voidPending(user, [user.email])
    },
    /** Takes back a change of address or a deletion, by the mailed link's token. @throws Denied */
    async takeBack(token: string) {
      const { user, taken } = await undo.run(token)
      voidPending(user, [user.email, taken])
    },
    /** Deletes a user. @returns the link that undoes it for three days */
    async forget(user: User): Promise<string> {
      const token = await undo.keepDeleted(user)
      // Its mail limits stay: otherwise they would not hold for whoever deletes accounts.
      if (user.email) post.clear(user.email)
      users.forget(user)
      voidPending(user, [user.email])
      return `${url}/undo#${token}`
    },
    close: async () => {
      stop()
      await post.close()
    },
  }
}
