/** How sure a node has to be of what it builds on (spec section 5), and the options of a send that name it. */
import { isRecord } from '../../lib/isRecord.ts'

/** The spec's names, with what each is called today: the old ones are refused by nodes and unknown to the Wallet Standard. */
const COMMITMENTS = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
} as const

export type Commitment = keyof typeof COMMITMENTS

export type SendOptions = {
  /** What the transaction is simulated on before it is sent. Default: the wallet's, or `confirmed` where we send. */
  preflightCommitment?: Commitment
  skipPreflight?: boolean
  /** How often the node passes it on again; the node's own default where it is absent. */
  maxRetries?: number
  minContextSlot?: number
}

type ParsedOptions = Omit<SendOptions, 'preflightCommitment'> & {
  preflightCommitment?: (typeof COMMITMENTS)[Commitment]
}

const isCommitment = (value: unknown): value is Commitment =>
  typeof value === 'string' && Object.hasOwn(COMMITMENTS, value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/**
 * The options that are sent, in today's names. Throws for a value that none of them takes, so that a wallet is never asked
 * with less than what the app meant.
 */
export function parseSendOptions(value: unknown): ParsedOptions {
  const { preflightCommitment, skipPreflight, maxRetries, minContextSlot } = isRecord(value) ? value : {}
  const options: ParsedOptions = {}
  if (preflightCommitment !== undefined && preflightCommitment !== null) {
    if (!isCommitment(preflightCommitment))
      throw new Error(`preflightCommitment is one of ${Object.keys(COMMITMENTS).join(', ')}`)
    options.preflightCommitment = COMMITMENTS[preflightCommitment]
  }
  if (skipPreflight !== undefined && skipPreflight !== null) {
    if (typeof skipPreflight !== 'boolean') throw new Error('skipPreflight is true or false')
    options.skipPreflight = skipPreflight
  }
  for (const [name, count] of Object.entries({ maxRetries, minContextSlot })) {
    if (count === undefined || count === null) continue
    if (!isCount(count)) throw new Error(`${name} is a whole number`)
    options[name as 'maxRetries'] = count
  }
  return options
}
