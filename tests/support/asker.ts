/** A plugin that may send requests to a wallet, and a wallet that answers some methods as a test says. */
import { expect } from 'vitest'
import { connect } from '../../runtime/actions/connect.ts'
import type { AnyPlugin } from '../../runtime/contracts/definePlugin.ts'
import type { Kit } from '../../runtime/contracts/kit.ts'
import { createPluginKit } from '../../runtime/host/createPluginKit.ts'
import { findReview, type ReviewRequest } from '../../runtime/host/review.ts'
import type { Sandbox } from '../../sandbox/index.ts'
import { makeKit, sandboxConfig, testConnector } from './kit.ts'

/** The methods that the plugin may request by default. */
export const METHODS = [
  'eth_signTypedData_v4',
  'wallet_watchAsset',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_switchEthereumChain',
  'eth_requestAccounts',
]

type Asking = { method: string; params?: unknown }

/**
 * The test wallet, with the given answers for some methods, by name; an Error among them is thrown. `asked` lists all
 * requests.
 */
const withAnswers = (sandbox: Sandbox, answers: Record<string, unknown>) => {
  const { wallet, connector } = testConnector(sandbox)
  const asked: Asking[] = []
  const provider = {
    ...wallet.provider,
    request: async (request: Asking) => {
      asked.push(request)
      if (!(request.method in answers)) return wallet.provider.request(request)
      const answer = answers[request.method]
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  return { wallet, asked, connector: { ...connector, provider } }
}

/**
 * Connects the wallet and makes a plugin's kit. `guest`: the plugin is a third party's, so its requests are reviewed
 * first.
 */
export async function setUpAsker(
  sandbox: Sandbox,
  guest: boolean,
  {
    methods = METHODS,
    answers = {},
    paymaster,
  }: { methods?: string[]; answers?: Record<string, unknown>; paymaster?: string } = {},
) {
  const config = sandboxConfig(sandbox)
  const kit = makeKit({ ...config, services: { ...config.services, ...(paymaster !== undefined && { paymaster }) } })
  const { wallet, asked, connector } = withAnswers(sandbox, answers)
  await connect(kit, connector)
  const plugin: AnyPlugin = {
    id: 'tip',
    feature: 'tip',
    engine: '^0.1',
    permissions: { methods },
    ...(guest && { guest }),
  }
  return { kit, wallet, asked, own: createPluginKit(kit, plugin) }
}

/** Waits for the review of a plugin's request, and confirms or rejects it. @returns the request */
export async function reviewed(kit: Kit, confirm: boolean): Promise<ReviewRequest> {
  await expect.poll(() => kit.state.router.view).toBe('PluginReview')
  const { review: id } = kit.state.router.params as { review: number }
  const shown = findReview(kit, id)
  if (!shown) throw new Error('nothing is reviewed')
  shown.settle(confirm)
  return shown.request
}
