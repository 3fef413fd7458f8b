import { expect, it } from 'vitest'
import { SESSION_METHODS } from '../../../runtime/chains/families.ts'

it('requests every Solana signing method, and its accounts [S7.methods.02]', () => {
  expect([...SESSION_METHODS.solana].sort()).toEqual([
    'solana_getAccounts',
    'solana_requestAccounts',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
    'solana_signMessage',
    'solana_signTransaction',
  ])
})

it('requests the four Bitcoin methods [S7.methods.03]', () => {
  expect([...SESSION_METHODS.bip122].sort()).toEqual(['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'])
})
