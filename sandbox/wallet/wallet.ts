/**
 * A small wallet that connects to pages over the relay, for a browser page and for Node: it pairs, lists requests, and
 * answers with real signatures of public test keys. The SDK stores its sessions, so they survive a reload.
 */
import { createAnswers } from './answers.ts'
import { closeClient, openClient } from './client.ts'
import type { Holder } from './holder.ts'
import { createBip122 } from './namespaces/bip122.ts'
import { createEip155 } from './namespaces/eip155.ts'
import { polkadot } from './namespaces/polkadot.ts'
import { createSolana } from './namespaces/solana.ts'
import { createSessions } from './sessions.ts'
import type { Wallet, WalletOptions } from './types.ts'

/** Opens the wallet with its stored sessions. Resolves before the wallet has connected to the relay. */
export async function openWallet(options: WalletOptions): Promise<Wallet> {
  const opened = await openClient(options)
  const { client } = opened
  const { chains, keys, solanaUrl, bitcoinUrl, authenticates, storagePrefix } = options
  const eip155 = createEip155(chains, keys)
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const holder: Holder = {
    client,
    namespaces: [eip155, createSolana(solanaUrl), createBip122(bitcoinUrl), polkadot],
    eip155,
    knowsSignIn: authenticates !== false,
    count: 1,
    changed,
  }
  const sessions = createSessions(holder)
  const answers = await createAnswers(holder, opened.core, sessions.switchChain)
  let auto = false

  /** Reports a new item. With `auto` it approves the item, or rejects a proposal or sign-in that cannot be granted. */
  const react = (id: number) => {
    changed()
    if (!auto) return
    const found = answers.pending().find((each) => each.id === id)
    const refusal = found?.kind === 'proposal' ? found.refusal : found?.kind === 'signIn' ? found.fault : undefined
    void (refusal ? answers.reject(id) : answers.approve(id)).catch((error: unknown) => console.warn(error))
  }
  client.on('session_proposal', ({ id }) => react(id))
  client.on('session_request', ({ id }) => react(id))
  // Listen only if sign-in is supported: with a listener, the SDK ignores the plain proposal that comes with a sign-in.
  if (holder.knowsSignIn) client.on('session_authenticate', ({ id }) => react(id))
  for (const event of ['session_delete', 'proposal_expire', 'session_request_expire'] as const) {
    client.on(event, changed)
  }

  return {
    pair: (uri) => client.pair({ uri }),
    ...sessions,
    ...answers,
    setAuto(next) {
      auto = next
      if (auto) for (const { id } of answers.pending()) react(id)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    chains: eip155.chains,
    accountCount: () => holder.count,
    client,
    async close() {
      listeners.clear()
      await closeClient(opened, storagePrefix)
    },
  }
}
