/** Builds the transaction that revokes the allowances of delegates. */
import type { Kit } from '../../contracts/kit.ts'
import type { Revocation, TransactionRequest } from '../../contracts/adapter.ts'
import { createNoopSigner, getRevokeInstruction } from '../../lib/vendor/solana.ts'
import { encodeBase64 } from './encodings.ts'
import { isTokenProgram } from './token.ts'
import { compile, toAddress } from './transfer.ts'

/** The most bytes of a transaction, because the network sends each in one packet. */
const PACKET_BYTES = 1232

/** Builds the unsigned transaction, in base64 as `data`: one `Revoke` for each token account. It moves no tokens. */
export async function buildRevocation(kit: Kit, { from, accounts, chain }: Revocation): Promise<TransactionRequest> {
  if (!accounts.length) throw new Error('There is no token account to revoke: name at least one in accounts')
  const owner = createNoopSigner(toAddress(from))
  const instructions = accounts.map(({ address, program }) => {
    if (!isTokenProgram(program)) throw new Error(`${program.slice(0, 50)} is not a token program`)
    return getRevokeInstruction({ source: toAddress(address), owner }, { programAddress: toAddress(program) })
  })
  const { bytes } = await compile(kit, chain, owner.address, instructions)
  if (bytes.length > PACKET_BYTES)
    throw new Error(`${accounts.length} token accounts do not fit into one transaction: split accounts into several`)
  return { from, to: from, data: encodeBase64(bytes), chain }
}
