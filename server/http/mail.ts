/** Sends mails by SMTP. Without an SMTP server, which only development allows, it logs them instead. */
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { errorFor } from './log.ts'
import type { Delivery } from '../../sandbox/login/mail/post.ts'

/** ms that the SMTP server may take to accept the connection, to greet, and to answer while a mail is sent. */
const TIMEOUT = 15_000
/**
 * The most connections to the SMTP server at once. A login waits for its mail, and a mail takes several answers of that
 * server, so this limits how many people can log in per second.
 */
const CONNECTIONS = 20

export function openMail({ smtp, from }: Config['mail'], log: Logger): Delivery {
  if (smtp === undefined)
    return {
      send: async ({ to, subject, text }) => log.info({ to, subject, text }, 'a mail, printed instead of sent'),
      close: async () => {},
    }
  const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT }
  const transport = createTransport({ url: smtp, pool: true, maxConnections: CONNECTIONS, ...timeouts })
  return {
    // nodemailer would parse a string, in which a visitor could write several addresses. It does not parse an object.
    send: async ({ to, ...letter }) => {
      try {
        return await transport.sendMail({ from, to: { name: '', address: to }, ...letter })
      } catch (error) {
        // Some callers go on without the mail, so that only this tells the operator.
        log.warn(errorFor(error), 'a mail was not sent')
        throw error
      }
    },
    close: async () => transport.close(),
  }
}
