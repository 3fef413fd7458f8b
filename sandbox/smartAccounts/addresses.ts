import type { Hex } from 'viem'

/** EntryPoint 0.8. Wallets and libraries expect it at this address on every chain. */
export const ENTRY_POINT: Hex = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/**
 * The contract that creates accounts (contracts/SessionAccountFactory.sol). The address follows from the contract's
 * bytecode; a test checks that it does.
 */
export const FACTORY: Hex = '0x703061f000930354297dD5a8381937613c55af23'

/** The accounts' code, which an EOA may delegate to (contracts/SessionAccount.sol). The factory deploys it. */
export const IMPLEMENTATION: Hex = '0xe2c7A5A2E25C587dE5080d263a5Bc4a62Fab2f8C'

/** The contract that creates the accounts that passkeys own (contracts/PasskeyAccountFactory.sol). */
export const PASSKEY_FACTORY: Hex = '0x6b3902CF03AEA35D6be5a43Ef9B0b16fAc08527f'

/** The code of the accounts that passkeys own (contracts/PasskeyAccount.sol). Their factory deploys it. */
export const PASSKEY_IMPLEMENTATION: Hex = '0x2a53E597ab4B1321Df12A32A486B3F326b158B83'

/** EntryPoint 0.8 calls factories through this contract. */
export const SENDER_CREATOR: Hex = '0x449ED7C3e6Fee6a97311d4b55475DF59C44AdD33'

/** The well-known CREATE2 deployer, which the local nodes have from the start. */
export const DEPLOYER: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The code of an EOA that delegates to `address` (EIP-7702). */
export const delegation = (address: Hex): Hex => `0xef0100${address.slice(2).toLowerCase()}`
