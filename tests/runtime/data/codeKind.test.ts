/** What an account's code says: asked of a real chain, and of a node with arbitrary answers. */
import { describe, expect, it } from 'vitest'
import { codeKind } from '../../../runtime/data/codeKind.ts'
import { makeKit, network } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { useServer } from '../../support/server.ts'

const sandbox = useSandbox()
const node = useServer()
const ask = (url: string, address: string) => {
  const chain = { ...network(31337), rpcUrls: { default: { http: [url] } } }
  return codeKind(makeKit({ networks: [chain] }), chain, address)
}
/** A node of the right chain that answers this as the code. */
const answering = (result: unknown) => {
  node.answer(({ body }) => {
    type Call = { id: number; method: string }
    const reply = ({ id, method }: Call) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_getCode' ? result : '0x7a69',
    })
    const asked = JSON.parse(body) as Call | Call[]
    return Array.isArray(asked) ? asked.map(reply) : reply(asked)
  })
  return ask(node.url, `0x${'1'.repeat(40)}`)
}

describe('an account', () => {
  it('is told from a contract by the chain', async () => {
    const { chains, tokens, accounts } = sandbox()
    const token = tokens.find(({ chainId }) => chainId === 31337)?.address ?? ''
    expect(await ask(chains[0]?.rpcUrl ?? '', accounts[4]?.address ?? '')).toBe('none')
    expect(await ask(chains[0]?.rpcUrl ?? '', token)).toBe('contract')
  })

  it('of a key that runs a contract’s code is delegated (EIP-7702)', async () => {
    expect(await answering(`0xef0100${'a'.repeat(40)}`)).toBe('delegated')
    expect(await answering(`0xEF0100${'A'.repeat(40)}`)).toBe('delegated')
    for (const code of [`0xef0100${'a'.repeat(42)}`, `0xef0101${'a'.repeat(40)}`, '0x00'])
      expect(await answering(code), code).toBe('contract')
  })

  it.each([[null], [''], ['0x0'], [0], [{}], ['none']])('is unknown when the node answers %j', async (answer) => {
    await expect(answering(answer)).rejects.toThrow('This is not contract code')
  })
})
