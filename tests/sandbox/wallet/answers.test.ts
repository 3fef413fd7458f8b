import { expect, it } from 'vitest'
import { createAnswers } from '../../../sandbox/wallet/answers.ts'

const REQUEST = {
  id: 7,
  topic: 'topic',
  params: { chainId: 'eip155:1', request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2' }] } },
}

/** The answers of a wallet with one request to switch, and what it responded. `fail`: which step fails. */
async function answersOf(fail: 'respond' | 'switch') {
  const responded: unknown[] = []
  const eip155 = { id: 'eip155', target: () => ({ id: 2 }), sign: () => Promise.resolve(null), describe: () => [] }
  const session = {
    topic: 'topic',
    namespaces: { eip155: { accounts: ['eip155:1:0x1'] } },
    peer: { metadata: { name: 'page' } },
  }
  const client = {
    getPendingSessionRequests: () => [REQUEST],
    getPendingSessionProposals: () => ({}),
    getActiveSessions: () => ({ topic: session }),
    respondSessionRequest: ({ response }: { response: unknown }) => {
      responded.push(response)
      return fail === 'respond' ? Promise.reject(new Error('No relay')) : Promise.resolve()
    },
  }
  const holder = { client, eip155, namespaces: [eip155], knowsSignIn: false, changed: () => undefined }
  const storage = { getItem: () => Promise.resolve(undefined), setItem: () => Promise.resolve() }
  const switchChain = () => Promise.reject(new Error('No page'))
  const answers = await createAnswers(holder as never, { storage } as never, switchChain)
  return { answers, responded }
}

it.each(['respond', 'switch'] as const)('answers a request once, also when the step "%s" fails', async (fail) => {
  const { answers, responded } = await answersOf(fail)
  await expect(answers.approve()).rejects.toThrow('No')
  expect(responded).toEqual([{ id: 7, jsonrpc: '2.0', result: null }])
})
