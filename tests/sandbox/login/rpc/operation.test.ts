import { expect, it } from 'vitest'
import { carriedOut } from '../../../../sandbox/login/rpc/operation.ts'
import { NonceTaken } from '../../../../sandbox/smartAccounts/failure.ts'

it.each([
  [new NonceTaken(), -32003, /Another request was carried out in the place of this one/],
  [new Error('No answer'), -32603, /was sent and is in no block yet/],
])('a sent operation whose wait fails with %s is told as what it is', async (error, code, message) => {
  const sent = { userOpHash: '0x01', wait: () => Promise.reject(error) }
  await expect(carriedOut(Promise.resolve(sent as never))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
  })
})
