/**
 * A line of a request. `code` marks an address or bytes rather than prose; `bad` a value that is almost certainly
 * harmful or cannot be read; `lead` an amount that leaves the account; `head` the title of the lines below it. `token`
 * replaces `value`: an amount in the token's smallest unit, for which the frame asks the chain for the decimals.
 */
export type Field = {
  label: string
  value: string
  code?: true
  bad?: true
  lead?: true
  head?: true
  token?: { address: string; value: bigint }
}

export const code = (label: string, value: string): Field => ({ label, value, code: true })
export const heading = (label: string): Field => ({ label, value: '', head: true })

export type Note = { text: string; bad?: true }
export const bad = (text: string): Note => ({ text, bad: true })
