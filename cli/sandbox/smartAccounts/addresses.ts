import type { Hex } from 'viem'

/** EntryPoint 0.8 where it is on every chain: what wallets and libraries take for granted. */
export const ENTRY_POINT: Hex = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

/** Makes the accounts (contracts/SessionAccountFactory.sol). It follows from the contract's code: a test compares them. */
export const FACTORY: Hex = '0x703061f000930354297dD5a8381937613c55af23'

/** What the accounts run, and what an EOA may delegate to (contracts/SessionAccount.sol); the factory makes it. */
export const IMPLEMENTATION: Hex = '0xe2c7A5A2E25C587dE5080d263a5Bc4a62Fab2f8C'

/** Through what EntryPoint 0.8 calls a factory. */
export const SENDER_CREATOR: Hex = '0x449ED7C3e6Fee6a97311d4b55475DF59C44AdD33'

/** The well-known CREATE2 deployer; the local nodes have it from the start. */
export const DEPLOYER: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The code of an EOA that delegates to `address` (EIP-7702). */
export const delegation = (address: Hex): Hex => `0xef0100${address.slice(2).toLowerCase()}`
