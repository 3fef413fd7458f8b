import { expect, it } from 'vitest'
import { parsePaying } from '../../../plugins/passkey/paymaster.ts'

const paying = (paymaster: string) => ({
  paymaster,
  paymasterData: '0x12',
  paymasterVerificationGasLimit: '0x10',
  paymasterPostOpGasLimit: '0x0',
})

it('takes no agreement of the zero address, with which the account itself would pay', () => {
  expect(parsePaying(paying(`0x${'11'.repeat(20)}`)).paymaster).toBe('0x1111111111111111111111111111111111111111')
  expect(() => parsePaying(paying(`0x${'00'.repeat(20)}`))).toThrow(
    expect.objectContaining({ code: 'PASSKEY_UNREACHABLE' }),
  )
})
