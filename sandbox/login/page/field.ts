/**
 * A line of a request. `code` marks an address or bytes rather than prose, `bad` a value that is almost certainly
 * harmful or that cannot be read, `lead` what leaves the account, `head` the title of what follows. `token`: the value is this
 * many smallest units of a token, and the frame asks the chain how to write them.
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
