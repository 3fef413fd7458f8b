import { getContractAddress, getCreate2Address, zeroHash } from 'viem'
import { entryPoint08Address } from 'viem/account-abstraction'
import { expect, it } from 'vitest'
import * as entryPoint from '../../../sandbox/contracts/artifacts/EntryPoint.ts'
import * as passkeyFactory from '../../../sandbox/contracts/artifacts/PasskeyAccountFactory.ts'
import * as factory from '../../../sandbox/contracts/artifacts/SessionAccountFactory.ts'
import {
  DEPLOYER,
  ENTRY_POINT,
  FACTORY,
  IMPLEMENTATION,
  PASSKEY_FACTORY,
  PASSKEY_IMPLEMENTATION,
  SENDER_CREATOR,
} from '../../../sandbox/smartAccounts/addresses.ts'

it('the addresses follow from the contracts, whose every byte counts', () => {
  // The salt with which EntryPoint 0.8 is deployed everywhere: other code would give another address.
  const salt = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'
  expect(getCreate2Address({ from: DEPLOYER, salt, bytecode: entryPoint.bytecode })).toBe(entryPoint08Address)
  expect(ENTRY_POINT).toBe(entryPoint08Address)
  expect(getCreate2Address({ from: DEPLOYER, salt: zeroHash, bytecode: factory.bytecode })).toBe(FACTORY)
  expect(getContractAddress({ from: FACTORY, nonce: 1n })).toBe(IMPLEMENTATION)
  const passkeys = getCreate2Address({ from: DEPLOYER, salt: zeroHash, bytecode: passkeyFactory.bytecode })
  expect(passkeys).toBe(PASSKEY_FACTORY)
  expect(getContractAddress({ from: PASSKEY_FACTORY, nonce: 1n })).toBe(PASSKEY_IMPLEMENTATION)
  expect(getContractAddress({ from: ENTRY_POINT, nonce: 1n })).toBe(SENDER_CREATOR)
})
