/**
 * Checks an untrusted transaction: the kit may send only the transfer that the visitor saw, or a transaction that takes
 * allowances back.
 */
import {
  type Address,
  decompileTransactionMessage,
  findAssociatedTokenPda,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
} from '../../lib/vendor/solana.ts'
import { isTokenProgram } from './token.ts'

const SYSTEM = '11111111111111111111111111111111'
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
/**
 * The numbers of four instructions: `Transfer` of the system program, `Revoke` and `TransferChecked` of the token
 * program, and `CreateIdempotent` of the associated token program.
 */
const [SYSTEM_TRANSFER, REVOKE, TRANSFER_CHECKED, CREATE_IDEMPOTENT] = [2, 5, 12, 1]

export type Found = {
  instructions: readonly Instruction[]
  /**
   * Whether the transaction creates the receiver's token account. `destination` is that account; for SOL, the receiver.
   */
  creates: boolean
  token: string
  destination: string
}
type Named = { from: Address; to: Address; value: bigint }

/**
 * The instructions of a transaction, if it is a transfer from `from` to `to`: either one transfer of exactly `value`
 * lamports, or transfers of one token to the receiver's associated account, which the transaction may create. If `to`
 * equals `from`, also those of a transaction that only revokes allowances which `from` gave to delegates, because it
 * moves nothing. `undefined` for anything else, such as another program, payer or signer. It does not check the amount
 * of tokens.
 */
export async function readInstructions(transaction: Uint8Array, named: Named): Promise<Found | undefined> {
  const message = readMessage(transaction)
  if (!message || message.feePayer.address !== named.from || !message.instructions.length) return undefined
  const instructions: readonly Instruction[] = message.instructions
  const [first] = instructions
  if (first?.programAddress === SYSTEM) {
    const moves = instructions.length === 1 && isTransfer(first, named)
    return moves ? { instructions, creates: false, token: '', destination: named.to } : undefined
  }
  if (named.to === named.from && named.value === 0n && instructions.every((each) => isRevoke(each, named.from)))
    return { instructions, creates: false, token: '', destination: named.to }
  // The token instructions below move no lamports, so a request that names a value does not match them.
  if (named.value !== 0n) return undefined
  const transfers = instructions.filter(({ programAddress }) => programAddress !== ASSOCIATED_TOKEN)
  const [sample] = transfers
  const [, token] = sample?.accounts ?? []
  if (!sample || !token || !isTokenProgram(sample.programAddress)) return undefined
  const { programAddress: tokenProgram } = sample
  const [destination] = await findAssociatedTokenPda({ mint: token.address, owner: named.to, tokenProgram })
  const transfer = [undefined, token.address, destination, named.from]
  const creation = [named.from, destination, named.to, token.address, SYSTEM, tokenProgram]
  const fits = instructions.every(({ programAddress, accounts, data }) =>
    programAddress === ASSOCIATED_TOKEN
      ? isSame(accounts, creation) && data?.length === 1 && data[0] === CREATE_IDEMPOTENT
      : programAddress === tokenProgram &&
        isSame(accounts, transfer) &&
        data?.length === 10 &&
        data[0] === TRANSFER_CHECKED,
  )
  const creates = transfers.length < instructions.length
  return fits ? { instructions, creates, token: token.address, destination } : undefined
}

/** Decodes a transaction; `undefined` if it is invalid, needs more than one signer, or uses address lookup tables. */
function readMessage(transaction: Uint8Array) {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(transaction)
    const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (Object.keys(signatures).length !== 1 || compiled.header.numSignerAccounts !== 1) return undefined
    if ('addressTableLookups' in compiled && compiled.addressTableLookups?.length) return undefined
    return decompileTransactionMessage(compiled)
  } catch {
    return undefined
  }
}

const isSame = (accounts: Instruction['accounts'], wanted: readonly (string | undefined)[]) =>
  accounts?.length === wanted.length &&
  wanted.every((address, at) => address === undefined || accounts[at]?.address === address)

const isRevoke = ({ programAddress, accounts, data }: Instruction, from: Address): boolean =>
  isTokenProgram(programAddress) && isSame(accounts, [undefined, from]) && data?.length === 1 && data[0] === REVOKE

function isTransfer({ accounts, data }: Instruction, { from, to, value }: Named): boolean {
  if (!isSame(accounts, [from, to]) || data?.length !== 12) return false
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return view.getUint32(0, true) === SYSTEM_TRANSFER && view.getBigUint64(4, true) === value
}
