/** The way out for mails: SMTP, or the log where the config allows it (development only). */
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Delivery } from '../../sandbox/login/mail/post.ts'

/** ms for the connection, the greeting, and a silence within a mail. */
const TIMEOUT = 15_000

export function openMail({ smtp, from }: Config['mail'], log: Logger): Delivery {
  if (smtp === undefined)
    return {
      send: async ({ to, subject, text }) => log.info({ to, subject, text }, 'a mail, printed instead of sent'),
      close: async () => {},
    }
  const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT }
  const transport = createTransport({ url: smtp, pool: true, ...timeouts })
  return {
    // As an object the library does not parse the address: a text may hold several addresses, names and comments.
    send: ({ to, ...letter }) => transport.sendMail({ from, to: { name: '', address: to }, ...letter }),
    close: async () => transport.close(),
  }
}
