/** Parses the options of a send, such as the commitment level: how final a block must be for the node to use it. */
import { isRecord } from '../../lib/isRecord.ts'

/** The accepted names of levels, each with its current name: nodes and wallets may not know the deprecated ones. */
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
  /** The commitment of the simulation before sending. Default: the wallet's, or `confirmed` if the kit sends. */
  preflightCommitment?: Commitment
  skipPreflight?: boolean
  /** How often the node forwards the transaction again. Default: the node's. */
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
 * Parses an app's options, and replaces deprecated names of levels. Throws for an invalid value: if it were dropped,
 * the wallet would send with other options than the app meant.
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
