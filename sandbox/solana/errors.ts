/** The chain's errors, in the format and with the messages that Solana's JSON-RPC clients parse. */
import type { FailedTransactionMetadata } from 'litesvm/dist/internal.js'

/** Solana's TransactionError as JSON, such as `'BlockhashNotFound'` or `{ InstructionError: [0, { Custom: 1 }] }`. */
export type TransactionError = string | Record<string, unknown>

/** The names of errors without details, in the order of their numbers in litesvm, the chain's library. */
const plain = [
  ...['AccountInUse', 'AccountLoadedTwice', 'AccountNotFound', 'ProgramAccountNotFound', 'InsufficientFundsForFee'],
  ...['InvalidAccountForFee', 'AlreadyProcessed', 'BlockhashNotFound', 'CallChainTooDeep', 'MissingSignatureForFee'],
  ...['InvalidAccountIndex', 'SignatureFailure', 'InvalidProgramForExecution', 'SanitizeFailure', 'ClusterMaintenance'],
  ...['AccountBorrowOutstanding', 'WouldExceedMaxBlockCostLimit', 'UnsupportedVersion', 'InvalidWritableAccount'],
  ...['WouldExceedMaxAccountCostLimit', 'WouldExceedAccountDataBlockLimit', 'TooManyAccountLocks'],
  ...['AddressLookupTableNotFound', 'InvalidAddressLookupTableOwner', 'InvalidAddressLookupTableData'],
  ...['InvalidAddressLookupTableIndex', 'InvalidRentPayingAccount', 'WouldExceedMaxVoteCostLimit'],
  ...['WouldExceedAccountDataTotalLimit', 'MaxLoadedAccountsDataSizeExceeded', 'ResanitizationNeeded'],
  ...['InvalidLoadedAccountsDataSizeLimit', 'UnbalancedTransaction', 'ProgramCacheHitMaxLimit', 'CommitCancelled'],
]
const ofInstruction = [
  ...['GenericError', 'InvalidArgument', 'InvalidInstructionData', 'InvalidAccountData', 'AccountDataTooSmall'],
  ...['InsufficientFunds', 'IncorrectProgramId', 'MissingRequiredSignature', 'AccountAlreadyInitialized'],
  ...['UninitializedAccount', 'UnbalancedInstruction', 'ModifiedProgramId', 'ExternalAccountLamportSpend'],
  ...['ExternalAccountDataModified', 'ReadonlyLamportChange', 'ReadonlyDataModified', 'DuplicateAccountIndex'],
  ...['ExecutableModified', 'RentEpochModified', 'NotEnoughAccountKeys', 'AccountDataSizeChanged'],
  ...['AccountNotExecutable', 'AccountBorrowFailed', 'AccountBorrowOutstanding', 'DuplicateAccountOutOfSync'],
  ...['InvalidError', 'ExecutableDataModified', 'ExecutableLamportChange', 'ExecutableAccountNotRentExempt'],
  ...['UnsupportedProgramId', 'CallDepth', 'MissingAccount', 'ReentrancyNotAllowed', 'MaxSeedLengthExceeded'],
  ...['InvalidSeeds', 'InvalidRealloc', 'ComputationalBudgetExceeded', 'PrivilegeEscalation'],
  ...['ProgramEnvironmentSetupFailure', 'ProgramFailedToComplete', 'ProgramFailedToCompile', 'Immutable'],
  ...['IncorrectAuthority', 'AccountNotRentExempt', 'InvalidAccountOwner', 'ArithmeticOverflow', 'UnsupportedSysvar'],
  ...['IllegalOwner', 'MaxAccountsDataAllocationsExceeded', 'MaxAccountsExceeded'],
  ...['MaxInstructionTraceLengthExceeded', 'BuiltinProgramsMustConsumeComputeUnits', 'BorshIoError'],
]

const named = (names: readonly string[], number: number) => names[number] ?? `Unknown${number}`

/** Converts litesvm's error of a failed transaction. */
export function errorOf(failed: FailedTransactionMetadata): TransactionError {
  const error = failed.err()
  if (typeof error === 'number') return named(plain, error)
  if ('err' in error) {
    const inner = error.err()
    if (typeof inner === 'number') return { InstructionError: [error.index, named(ofInstruction, inner)] }
    if ('code' in inner) return { InstructionError: [error.index, { Custom: inner.code }] }
    return { InstructionError: [error.index, { BorshIoError: inner.msg }] }
  }
  if ('index' in error) return { DuplicateInstruction: error.index }
  const restricted = error.constructor.name.endsWith('Restricted')
  const kind = restricted ? 'ProgramExecutionTemporarilyRestricted' : 'InsufficientFundsForRent'
  return { [kind]: { account_index: error.accountIndex } }
}

/** Whether a transaction with this error is in the chain and has paid its fee. All other errors keep it out. */
export const landed = (error: TransactionError) => typeof error === 'object' && !('DuplicateInstruction' in error)

const said: Record<string, string> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  SanitizeFailure: 'Transaction failed to sanitize accounts offsets correctly',
  SignatureFailure: 'Transaction did not pass signature verification',
  InsufficientFunds: 'insufficient funds for instruction',
  InvalidAccountData: 'invalid account data for instruction',
  InvalidInstructionData: 'invalid instruction data',
  MissingRequiredSignature: 'missing required signature for instruction',
}

/** The message for an error's name: from {@link said}, else the name in words, such as "invalid seeds". */
const words = (name: string) => said[name] ?? name.replaceAll(/(?<=.)([A-Z])/g, ' $1').toLowerCase()

/** The message for an error; for common errors it is the one that a validator sends. */
export function sentence(error: TransactionError): string {
  if (typeof error === 'string') return words(error)
  const [kind = '', detail] = Object.entries(error)[0] ?? []
  if (kind === 'InsufficientFundsForRent' && typeof detail === 'object' && detail && 'account_index' in detail)
    return `Transaction results in an account (${String(detail.account_index)}) with insufficient funds for rent`
  if (kind !== 'InstructionError' || !Array.isArray(detail)) return words(kind)
  const [index, inner] = detail as [number, string | { Custom?: number }]
  const custom = typeof inner === 'object' && inner.Custom !== undefined
  const what = custom
    ? `custom program error: 0x${inner.Custom?.toString(16)}`
    : words(typeof inner === 'string' ? inner : 'BorshIoError')
  return `Error processing Instruction ${index}: ${what}`
}
