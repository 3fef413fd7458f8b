/**
 * A small real wallet over the relay, for a page and for Node: it pairs, shows requests, and answers with real
 * signatures of public test keys. The client's own store has its state, so it survives a reload.
 */
import { Core } from '@walletconnect/core'
import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { endOnce, type Ending } from '../../runtime/remote/patches/endOnce.ts'
import { Fault, referenceOf, rejected, type Asked, type Described, type Namespace } from './namespace.ts'
import { createBip122 } from './namespaces/bip122.ts'
import { createEip155 } from './namespaces/eip155.ts'
import { polkadot } from './namespaces/polkadot.ts'
import { createSolana } from './namespaces/solana.ts'
import { accountsOf, grant, type Granted } from './proposal.ts'
import { askedMethods, draft, signAuths } from './signIn.ts'
import type { Pending, Proposal, Request, Session, SignIn, Wallet, WalletOptions } from './types.ts'

/** The storage key of the newest answered requests' ids, and how many are kept. */
const ANSWERED = 'sandbox-wallet:answered'
const KEPT = 100

const unique = (values: string[]) => [...new Set(values)]
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Opens the wallet with its stored state. Resolves before it connects to the relay. */
export async function openWallet(options: WalletOptions): Promise<Wallet> {
  const { relayUrl, projectId, name = 'Sandbox wallet', url = 'http://127.0.0.1', storage, storagePrefix } = options
  const core = await Core.init({
    relayUrl,
    projectId,
    logger: 'silent',
    telemetryEnabled: false,
    ...(storage && { storage }),
    ...(storagePrefix && { customStoragePrefix: storagePrefix }),
  })
  // There is no service that attests pages here; without this the client would wait 5 s for one on every request.
  Object.assign(core.verify, { isDevEnv: true })
  // The wallet only talks to this computer, so it needs no network connection for that.
  Object.assign(core.relayer, { confirmOnlineStateOrThrow: async () => {} })
  // The SDK reports its start to its vendor even with telemetry off.
  Object.assign(core.eventClient, { init: async () => {} })
  const metadata = { name, description: 'Test keys only', url, icons: [] }
  const client = await WalletKit.init({
    core: core as WalletKitTypes.Options['core'],
    metadata,
    signConfig: { disableRequestQueue: true },
  })
  endOnce(client.engine.signClient as Ending)

  const eip155 = createEip155(options.chains, options.keys)
  const { solanaUrl, bitcoinUrl } = options
  const namespaces: readonly Namespace[] = [eip155, createSolana(solanaUrl), createBip122(bitcoinUrl), polkadot]
  const namespaceOf = (chainId: string) => namespaces.find(({ id }) => id === chainId.split(':')[0])
  const listeners = new Set<() => void>()
  // The SDK stores that a request was answered after it sent the answer. A reload in between must not show it again: it
  // could be signed twice.
  const answered = new Set((await core.storage.getItem<number[]>(ANSWERED)) ?? [])
  const remember = () => core.storage.setItem(ANSWERED, [...answered].slice(-KEPT))
  let count = 1
  let auto = false
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const sessionOf = (topic: string) => {
    const session = client.getActiveSessions()[topic]
    if (!session) throw new Error('This session is over')
    return session
  }
  const chainsOf = ({ chains, accounts }: { chains?: string[]; accounts: string[] }) =>
    unique([...(chains ?? []), ...accounts.map((each) => each.split(':').slice(0, 2).join(':'))])

  const sessions = (): Session[] =>
    Object.values(client.getActiveSessions()).map(({ topic, expiry, peer, namespaces: given }) => ({
      topic,
      expiry,
      name: peer.metadata.name,
      url: peer.metadata.url,
      chains: Object.values(given).flatMap(chainsOf),
      accounts: Object.values(given).flatMap(({ accounts }) => accounts),
      methods: unique(Object.values(given).flatMap(({ methods }) => methods)),
    }))

  const granted = (proposal: WalletKitTypes.SessionProposal['params']) =>
    grant(proposal.requiredNamespaces, proposal.optionalNamespaces, namespaces, count)

  const proposals = (): Proposal[] =>
    Object.values(client.getPendingSessionProposals()).map((proposal) => {
      const { id, proposer, requiredNamespaces, optionalNamespaces } = proposal
      const asked = [...Object.entries(requiredNamespaces), ...Object.entries(optionalNamespaces)]
      const { name, url } = proposer.metadata
      const shown = {
        chains: unique(asked.flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? [])))),
        methods: unique(asked.flatMap(([, { methods }]) => methods)),
      }
      return { kind: 'proposal', id, name, url, ...shown, ...faultOf('refusal', () => granted(proposal)) }
    })

  const askedOf = ({ topic, params }: WalletKitTypes.SessionRequest): Asked => {
    const { request, chainId } = params
    const accounts = Object.values(sessionOf(topic).namespaces).flatMap((each) => each.accounts)
    const exposed = accounts
      .filter((each) => each.startsWith(`${chainId}:`))
      .map((each) => each.slice(chainId.length + 1))
    return { method: request.method, params: request.params as unknown, chainId, exposed }
  }
  const pick = (chainId: string): Namespace => {
    const namespace = namespaceOf(chainId)
    if (!namespace) throw new Fault(4902, `The sandbox wallet has no network ${chainId}`)
    return namespace
  }

  const requests = (): Request[] =>
    client.getPendingSessionRequests().flatMap((event) => {
      const session = client.getActiveSessions()[event.topic]
      if (!session) return []
      const { request, chainId } = event.params
      const { method } = request
      const params = request.params as unknown
      let described: Described = { title: method, fields: [] }
      const fault = faultOf('fault', () => {
        described = pick(chainId).describe(askedOf(event))
      })
      const { id, topic } = event
      return [
        { kind: 'request', id, topic, name: session.peer.metadata.name, method, chainId, params, described, ...fault },
      ]
    })

  const knowsSignIn = options.authenticates !== false
  const authRequests = () => (knowsSignIn ? client.engine.signClient.auth.requests.getAll() : [])
  const signIns = (): SignIn[] =>
    authRequests().map(({ id, requester, authPayload }) => {
      const { name, url } = requester.metadata
      let messages: string[] = []
      const fault = faultOf('fault', () => {
        messages = [draft(authPayload, eip155).message]
      })
      const { chains } = authPayload
      return { kind: 'signIn', id, name, url, chains, methods: askedMethods(authPayload), messages, ...fault }
    })

  const pending = () => [...proposals(), ...signIns(), ...requests()].filter(({ id }) => !answered.has(id))

  const topicsOf = (topic?: string) => (topic ? [topic] : Object.keys(client.getActiveSessions()))

  /** Session events and updates may only name what the session has, so update the namespaces first. */
  const setNamespaces = async (topic: string, next: Granted) => {
    const { acknowledged } = await client.updateSession({ topic, namespaces: next })
    await acknowledged()
  }
  const namespacesOf = (topic: string): Granted =>
    Object.fromEntries(
      Object.entries(sessionOf(topic).namespaces).map(([key, each]) => [key, { ...each, chains: chainsOf(each) }]),
    )

  const switchChain = async (chainId: string, topic?: string) => {
    const namespace = pick(chainId)
    if (!namespace.serves(chainId)) throw new Fault(4902, `The sandbox wallet has no network ${chainId}`)
    for (const each of topicsOf(topic)) {
      const given = namespacesOf(each)
      const mine = given[namespace.id]
      if (!mine) continue
      if (!mine.chains.includes(chainId)) {
        const chains = [...mine.chains, chainId]
        await setNamespaces(each, {
          ...given,
          [namespace.id]: { ...mine, chains, accounts: accountsOf(namespace, chains, count) },
        })
      }
      const data = namespace.id === 'eip155' ? Number(referenceOf(chainId)) : chainId
      await client.emitSessionEvent({ topic: each, chainId, event: { name: 'chainChanged', data } })
    }
    changed()
  }

  const answerRequest = async (event: WalletKitTypes.SessionRequest) => {
    const { id, topic } = event
    const asked = askedOf(event)
    const respond = (outcome: { result: unknown } | { error: { code: number; message: string } }) =>
      client.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...outcome } as never })
    try {
      const namespace = pick(asked.chainId)
      const target = asked.method === 'wallet_switchEthereumChain' ? eip155.target(asked) : undefined
      await respond({ result: await namespace.sign(asked) })
      if (target) await switchChain(`eip155:${target.id}`, topic)
    } catch (error) {
      const { code, message } = error instanceof Fault ? error : { code: -32603, message: String(error) }
      await respond({ error: { code, message } })
    }
  }

  const find = (id?: number): Pending => {
    const found = id === undefined ? pending()[0] : pending().find((each) => each.id === id)
    if (!found) throw new Error('Nothing waits for an answer')
    return found
  }
  /** Answers each item once, however often a button is pressed. */
  const settle = async (id: number, answer: () => Promise<unknown>) => {
    answered.add(id)
    changed()
    try {
      await remember()
      await answer()
    } catch (error) {
      answered.delete(id)
      await remember()
      throw error
    } finally {
      changed()
    }
  }

  const approve = async (id?: number) => {
    const found = find(id)
    await settle(found.id, async () => {
      if (found.kind === 'request') {
        const event = client.getPendingSessionRequests().find((each) => each.id === found.id)
        if (event) await answerRequest(event)
        return
      }
      if (found.kind === 'signIn') {
        const asked = authRequests().find((each) => each.id === found.id)
        if (asked)
          await client.approveSessionAuthenticate({ id: found.id, auths: await signAuths(asked.authPayload, eip155) })
        return
      }
      const proposal = Object.values(client.getPendingSessionProposals()).find((each) => each.id === found.id)
      if (proposal) await client.approveSession({ id: found.id, namespaces: granted(proposal) })
    })
  }
  const reject = async (id?: number) => {
    const found = find(id)
    await settle(found.id, async () => {
      const reason = { code: 5000, message: 'User rejected.' }
      if (found.kind === 'proposal') return client.rejectSession({ id: found.id, reason })
      if (found.kind === 'signIn') return client.rejectSessionAuthenticate({ id: found.id, reason })
      const { code, message } = rejected()
      const response = { id: found.id, jsonrpc: '2.0', error: { code, message } }
      return client.respondSessionRequest({ topic: found.topic, response })
    })
  }

  /** Rejects what cannot be granted, with the reason. */
  const react = (id: number) => {
    changed()
    if (!auto) return
    const found = pending().find((each) => each.id === id)
    const refusal = found?.kind === 'proposal' ? found.refusal : found?.kind === 'signIn' ? found.fault : undefined
    void (refusal ? reject(id) : approve(id)).catch((error: unknown) => console.warn(error))
  }
  client.on('session_proposal', ({ id }) => react(id))
  client.on('session_request', ({ id }) => react(id))
  // The SDK ignores the plain proposal as soon as a listener handles sign-in.
  if (knowsSignIn) client.on('session_authenticate', ({ id }) => react(id))
  for (const event of ['session_delete', 'proposal_expire', 'session_request_expire'] as const) {
    client.on(event, changed)
  }

  return {
    pair: (uri) => client.pair({ uri }),
    sessions,
    pending,
    approve,
    reject,
    async disconnect(topic) {
      for (const each of topicsOf(topic)) {
        await client.disconnectSession({ topic: each, reason: { code: 6000, message: 'User disconnected.' } })
      }
      changed()
    },
    switchChain,
    async setAccounts(next, topic) {
      count = Math.max(1, Math.floor(next))
      for (const each of topicsOf(topic)) {
        const given = namespacesOf(each)
        for (const [key, mine] of Object.entries(given)) {
          const namespace = namespaces.find(({ id }) => id === key)
          if (namespace) given[key] = { ...mine, accounts: accountsOf(namespace, mine.chains, count) }
        }
        await setNamespaces(each, given)
        for (const { chains, accounts, events } of Object.values(given)) {
          const [chainId = ''] = chains
          const data = accounts.filter((account) => account.startsWith(`${chainId}:`))
          const event = { name: 'accountsChanged', data }
          if (events.includes(event.name)) await client.emitSessionEvent({ topic: each, chainId, event })
        }
      }
      changed()
    },
    async update(topic, next) {
      for (const each of topicsOf(topic)) {
        if (next) await setNamespaces(each, next)
        else await (await client.extendSession({ topic: each })).acknowledged()
      }
      changed()
    },
    setAuto(next) {
      auto = next
      if (auto) for (const { id } of pending()) react(id)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    chains: eip155.chains,
    accountCount: () => count,
    client,
    async close() {
      listeners.clear()
      core.heartbeat.stop()
      await core.relayer.transportClose()
      // The client stores itself globally for the next one with its prefix, which would then start closed.
      const kept = `_walletConnectCore_${storagePrefix ?? ''}`
      for (const each of [kept, `${kept}_count`]) Reflect.deleteProperty(globalThis, each)
      // The client writes its store shortly after its last message.
      await later(20)
    },
  }
}

function faultOf<K extends string>(key: K, check: () => unknown): Partial<Record<K, string>> {
  try {
    check()
    return {}
  } catch (error) {
    return { [key]: error instanceof Error ? error.message : String(error) } as Record<K, string>
  }
}
