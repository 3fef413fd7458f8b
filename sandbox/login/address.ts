/**
 * Email addresses: which ones the login service accepts, and in which form it compares them and counts mails to them.
 */
import { Denied } from './denied.ts'

const ATOM = "[a-z0-9#$&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/**
 * The accepted form of an email address: RFC 5321's Mailbox, limited to a dot-string and a host name. Quoted strings,
 * comments, groups, names and address literals are refused, because a mail library may deliver them to another address
 * than the one that was compared. ASCII only: an address with other characters (RFC 6531) is refused. `%` and `!` are
 * refused too, because old mail servers pass such an address on to another host.
 */
const MAILBOX = new RegExp(`^(${ATOM}(?:\\.${ATOM})*)@((?:${LABEL}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9]))$`)

/** The longest address, and the longest part before the `@`, in bytes (RFC 5321 4.5.3.1). */
const LONGEST = { all: 254, local: 64 }

/** The form in which addresses are stored and compared; undefined for a text that is not accepted. */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  // Check the text as it was given, not in lower case: the Kelvin sign (U+212A) becomes an ordinary "k" in lower case.
  if (!/^[!-~]+$/.test(text.trim())) return undefined
  const [, local = ''] = email.length > LONGEST.all ? [] : (MAILBOX.exec(email) ?? [])
  return local && local.length <= LONGEST.local ? email : undefined
}

/** Like {@link readEmail}, but throws for a text that is not accepted. @throws Denied, whose message a page shows */
export function parseEmail(text: string): string {
  const email = readEmail(text)
  if (email === undefined) throw new Denied('Invalid email')
  return email
}

/** Hosts of Google's mail, which delivers to the same mailbox with or without dots before the `@`. */
const DOTLESS = ['gmail.com', 'googlemail.com']

/**
 * The key under which the limits count mails. Addresses that usually belong to one mailbox have the same key, so that
 * `me+1@…` and `me+2@…` together do not get more mails than `me@…`.
 */
export function mailboxOf(email: string): string {
  const [local = '', host = ''] = email.split('@')
  const [name = ''] = local.split('+')
  return DOTLESS.includes(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name || local}@${host}`
}
