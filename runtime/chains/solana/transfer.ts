/** Builds transfers of SOL and of tokens. This is most of Solana's code, so it loads only when it is needed. */
import type { Kit } from '../../contracts/kit.ts'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransactionEncoder,
  getTransferCheckedInstruction,
  getTransferSolInstruction,
  type Instruction,
  createNoopSigner,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '../../lib/vendor/solana.ts'
import type { TransactionRequest, Transfer } from '../../contracts/adapter.ts'
import { decodeBase64, encodeBase64, isAddress } from './encodings.ts'
import { readInstructions, type Found } from './instructions.ts'
import { readAccounts, readBlockhash, readFee, readRent } from './reads.ts'
import { accountBytes, isTokenProgram, parseMint, readMint, readOwned, refusalOf } from './token.ts'

/** Amounts must be below this, because Solana stores them in 64 bits. */
const LIMIT = 2n ** 64n

export const toAddress = (text: string): Address => {
  const named = text.slice(0, 50)
  if (!isAddress(text)) throw new Error(`${named} is not a Solana address`)
  return text as Address
}
const checkAmount = (amount: bigint) => {
  if (amount <= 0n || amount >= LIMIT) throw new Error('The amount does not fit')
  return amount
}

/**
 * Builds an unsigned transfer of a token, in base64 as `data`. Takes the tokens from the sender's accounts with the
 * highest balance first. Creates the receiver's associated account, at the sender's cost, if it does not exist. Throws
 * if the token or the receiver does not allow the transfer, or the balance is too low.
 */
export async function buildTransfer(
  kit: Kit,
  { from, to, token, amount, chain }: Transfer,
): Promise<TransactionRequest> {
  const [sender, receiver, mint] = [toAddress(from), toAddress(to), toAddress(token)]
  checkAmount(amount)
  const [mintAccount, receiverAccount] = await readAccounts(kit, chain, [mint, receiver])
  const parsed = parseMint(mintAccount)
  if (!parsed) throw new Error('This is not a token')
  const refusal = refusalOf(parsed)
  if (refusal) throw new Error(refusal)
  // Refuse a receiver that is itself a token account: it would own the associated account, and no key could ever sign
  // for the tokens in that.
  if (receiverAccount && isTokenProgram(receiverAccount.owner))
    throw new Error('The receiver is a token account: send to the address of its owner')

  const tokenProgram = parsed.program as Address
  const [destination] = await findAssociatedTokenPda({ mint, owner: receiver, tokenProgram })
  const [sources, [existing]] = await Promise.all([
    readOwned(kit, chain, token, from),
    readAccounts(kit, chain, [destination]),
  ])
  const instructions: Instruction[] = existing
    ? []
    : [
        getCreateAssociatedTokenIdempotentInstruction({
          payer: createNoopSigner(sender),
          ata: destination,
          owner: receiver,
          mint,
          tokenProgram,
        }),
      ]
  let left = amount
  for (const { address, amount: held, frozen } of sources) {
    const part = held < left ? held : left
    // Skip the destination itself: a transfer from an account to itself moves nothing.
    if (part === 0n || frozen || address === destination) continue
    left -= part
    const accounts = { source: address as Address, mint, destination, authority: sender }
    instructions.push(
      getTransferCheckedInstruction(
        { ...accounts, amount: part, decimals: parsed.decimals },
        { programAddress: tokenProgram },
      ),
    )
  }
  if (left > 0n) throw new Error('The account holds less than that')
  const { bytes } = await compile(kit, chain, sender, instructions)
  return { from, to, data: encodeBase64(bytes), chain }
}

/**
 * The bytes to sign, with a new blockhash. Throws if `data` is anything other than a transfer from `from` to `to`, or a
 * revocation of `from`'s delegates.
 */
export const toTransaction = async (kit: Kit, request: TransactionRequest): Promise<Uint8Array> =>
  (await prepare(kit, request)).bytes

/** The network's fee plus the rent of a token account that the transaction creates, in lamports. */
export async function estimateFee(kit: Kit, request: TransactionRequest): Promise<bigint> {
  const { message, found } = await prepare(kit, request)
  const fee = await readFee(kit, request.chain, encodeBase64(message))
  if (!found?.creates) return fee
  const [account] = await readAccounts(kit, request.chain, [found.destination])
  if (account) return fee
  const mint = await readMint(kit, request.chain, found.token)
  return fee + (await readRent(kit, request.chain, accountBytes(mint)))
}

type Prepared = { bytes: Uint8Array; message: Uint8Array; found?: Found }

async function prepare(kit: Kit, { from, to, value, data, chain }: TransactionRequest): Promise<Prepared> {
  const [sender, receiver] = [toAddress(from), toAddress(to)]
  if (data === undefined) {
    const [source, amount] = [createNoopSigner(sender), checkAmount(value ?? 0n)]
    return compile(kit, chain, sender, [getTransferSolInstruction({ source, destination: receiver, amount })])
  }
  const bytes = decodeBase64(data)
  const found = bytes && (await readInstructions(bytes, { from: sender, to: receiver, value: value ?? 0n }))
  if (!found) throw new Error('This is not a transfer to the named receiver')
  return { ...(await compile(kit, chain, sender, found.instructions)), found }
}

/** Compiles the instructions with a new blockhash, to the legacy format, which every wallet can sign. */
export async function compile(
  kit: Kit,
  chain: TransactionRequest['chain'],
  payer: Address,
  instructions: readonly Instruction[],
): Promise<Prepared> {
  const { blockhash, lastValidBlockHeight } = await readBlockhash(kit, chain)
  const empty = setTransactionMessageFeePayer(payer, createTransactionMessage({ version: 'legacy' }))
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight }
  const message = setTransactionMessageLifetimeUsingBlockhash(lifetime, empty)
  const transaction = compileTransaction(appendTransactionMessageInstructions(instructions, message))
  const bytes = new Uint8Array(getTransactionEncoder().encode(transaction))
  return { bytes, message: new Uint8Array(transaction.messageBytes) }
}
