/**
 * Building Solana transactions (MIT, Anza and the Solana Foundation). Packing puts these parts of the libraries here, so
 * that a site installs nothing for them. Loaded when something is sent, never to connect.
 */
export { getTransferSolInstruction } from '@solana-program/system'
export {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
export {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
