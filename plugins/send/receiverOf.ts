import type { Sent } from 'walletkit/plugin'

/** The receiver. For a token transfer the note has it, because the transaction's `to` is the token's contract. */
export const receiverOf = ({ note, to }: Pick<Sent, 'note' | 'to'>): string => note?.to ?? to
