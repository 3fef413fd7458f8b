import { concat, type Hex, zeroHash } from 'viem'
import { bytecode } from '../../sandbox/contracts/artifacts/SessionAccountFactory.ts'

/**
 * The data of the transaction that deploys the factory of smart accounts, and with it the accounts' code. Send it to
 * the CREATE2 deployer 0x4e59b44847b379578588920cA78FbF26c0B4956C, which is on most chains and expects a salt (here
 * zeros), then the code. Anybody may send it: the sender gets no rights over the contracts.
 */
export const factory = (): Hex => concat([zeroHash, bytecode])
