import { concat, type Hex, zeroHash } from 'viem'
import { bytecode } from '../../sandbox/contracts/artifacts/SessionAccountFactory.ts'

/**
 * The data of the transaction that deploys the factory of smart accounts, and with it the accounts' code. It is for the
 * CREATE2 deployer 0x4e59b44847b379578588920cA78FbF26c0B4956C, which is on most chains: a salt, then the code. The sender
 * gets no right over what it deploys.
 */
export const factory = (): Hex => concat([zeroHash, bytecode])
