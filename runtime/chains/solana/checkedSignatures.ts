/** The programs that check signatures for an instruction: ed25519, secp256k1 and secp256r1. */
const CHECKERS: readonly string[] = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]

/**
 * How many signatures an instruction asks the network to check: the first byte of its data says so. Each such signature
 * adds to the transaction's fee as much as the signature of a signer, even if the rest of the data is not valid.
 */
export const checkedSignatures = (program: string | undefined, data: Uint8Array): number =>
  program !== undefined && CHECKERS.includes(program) ? (data[0] ?? 0) : 0
