/** Reads from the SDK's client the proposals, sign-ins and requests that the wallet has not answered yet. */
import type { WalletKitTypes } from '@reown/walletkit'
import { namespaceOf, sessionOf, unique, type Holder } from './holder.ts'
import type { Asked, Described } from './namespace.ts'
import { grant } from './proposal.ts'
import { askedMethods, draft } from './signIn.ts'
import type { Pending, Proposal, Request, SignIn } from './types.ts'

/**
 * The namespaces that a session of this proposal gets.
 * @throws Fault when a part that it requires is not supported, or none of its networks is
 */
export const granted = (
  { namespaces, count }: Holder,
  { requiredNamespaces, optionalNamespaces }: WalletKitTypes.SessionProposal['params'],
) => grant(requiredNamespaces, optionalNamespaces, namespaces, count)

/** A session's request as {@link Asked}; `exposed` are the session's addresses on the request's chain. */
export function askedOf(holder: Holder, { topic, params }: WalletKitTypes.SessionRequest): Asked {
  const { request, chainId } = params
  const accounts = Object.values(sessionOf(holder, topic).namespaces).flatMap((each) => each.accounts)
  const exposed = accounts
    .filter((each) => each.startsWith(`${chainId}:`))
    .map((each) => each.slice(chainId.length + 1))
  return { method: request.method, params: request.params as unknown, chainId, exposed }
}

export const authRequests = ({ client, knowsSignIn }: Holder) =>
  knowsSignIn ? client.engine.signClient.auth.requests.getAll() : []

/** All that the SDK lists as pending, proposals first. An item may be among them for a moment after it was answered. */
export const allPending = (holder: Holder): Pending[] => [...proposals(holder), ...signIns(holder), ...requests(holder)]

function proposals(holder: Holder): Proposal[] {
  return Object.values(holder.client.getPendingSessionProposals()).map((proposal) => {
    const { id, proposer, requiredNamespaces, optionalNamespaces } = proposal
    const asked = [...Object.entries(requiredNamespaces), ...Object.entries(optionalNamespaces)]
    const { name, url } = proposer.metadata
    const shown = {
      chains: unique(asked.flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? [])))),
      methods: unique(asked.flatMap(([, { methods }]) => methods)),
    }
    return { kind: 'proposal', id, name, url, ...shown, ...faultOf('refusal', () => granted(holder, proposal)) }
  })
}

function signIns(holder: Holder): SignIn[] {
  return authRequests(holder).map(({ id, requester, authPayload }) => {
    const { name, url } = requester.metadata
    let messages: string[] = []
    const fault = faultOf('fault', () => {
      messages = [draft(authPayload, holder.eip155).message]
    })
    const { chains } = authPayload
    return { kind: 'signIn', id, name, url, chains, methods: askedMethods(authPayload), messages, ...fault }
  })
}

function requests(holder: Holder): Request[] {
  const { client } = holder
  return client.getPendingSessionRequests().flatMap((event) => {
    const session = client.getActiveSessions()[event.topic]
    if (!session) return []
    const { request, chainId } = event.params
    const { method } = request
    const params = request.params as unknown
    let described: Described = { title: method, fields: [] }
    const fault = faultOf('fault', () => {
      described = namespaceOf(holder, chainId).describe(askedOf(holder, event))
    })
    const { id, topic } = event
    const { name } = session.peer.metadata
    return [{ kind: 'request', id, topic, name, method, chainId, params, described, ...fault }]
  })
}

function faultOf<K extends string>(key: K, check: () => unknown): Partial<Record<K, string>> {
  try {
    check()
    return {}
  } catch (error) {
    return { [key]: error instanceof Error ? error.message : String(error) } as Record<K, string>
  }
}
