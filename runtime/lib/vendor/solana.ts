/**
 * Builds and reads Solana transactions (MIT, Anza and the Solana Foundation). `npm run pack` bundles these parts of the
 * libraries here, so that a site does not install them. Connecting a wallet does not load them.
 */
export { getTransferSolInstruction } from '@solana-program/system'
export {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getRevokeInstruction,
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
