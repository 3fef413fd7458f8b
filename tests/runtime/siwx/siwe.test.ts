/** The public `siwe` package can read our eip155 messages, and verifies signatures like we do. */
import { SiweMessage } from 'siwe'
import { expect, it } from 'vitest'
import verify from '../../../runtime/siwx/verify/eip155.ts'
import { evm, params, signIn } from './signers.ts'

it.each([
  ['all fields', { resources: ['https://app.example/a', 'ipfs://Qm'], requestId: 'id-1' }],
  ['few', {}],
])('the siwe library parses and verifies a signed message: %s', async (_name, changes) => {
  const session = await signIn(evm(), changes)
  const read = new SiweMessage(session.message)
  expect(read.toMessage()).toBe(session.message)
  expect(read).toMatchObject({ domain: params.domain, address: evm().address, chainId: 31337, uri: params.uri })
  expect(read.statement).toBe(params.statement)
  expect(read.resources).toEqual(session.data.resources)
  const { success } = await read.verify({
    signature: session.signature,
    domain: params.domain,
    nonce: session.data.nonce,
  })
  expect(success).toBe(true)
  expect(await verify(session)).toBe(true)
})
