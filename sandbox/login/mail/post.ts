/**
 * Sends the login service's mails over SMTP. Without a server it sends them to a catcher in this process, which keeps
 * the newest 500 in memory.
 */
import { loadLibraries } from '../libraries.ts'
import { startCatcher, type Catcher } from './catcher.ts'
import type { Letter } from './letters.ts'
import type { Mail } from './read.ts'

const LIMIT = 500

/**
 * `smtp` is the server's URL, for example `smtp://user:password@host:587`. Without it, no mail leaves this process:
 * each mail is kept in memory, and `caught` is called with it.
 */
export type PostOptions = {
  smtp?: string
  from?: string
  caught?: (mail: Mail) => void
  /** Replaces SMTP, for a server with a mail library of its own. The other options then have no effect. */
  open?: () => Promise<Delivery>
}

/** `send` resolves when the mail was accepted. */
export type Delivery = { send: (letter: Letter) => Promise<unknown>; close: () => Promise<void> }

export function createPost({ smtp, from = 'Sandbox login <login@sandbox.localhost>', caught, ...own }: PostOptions) {
  const mails: Mail[] = []
  let opening: Promise<Delivery> | undefined

  const open =
    own.open ??
    (async () => {
      const libraries = await loadLibraries()
      const catcher: Catcher | undefined = smtp
        ? undefined
        : await startCatcher(libraries, (mail) => {
            mails.push(mail)
            if (mails.length > LIMIT) mails.shift()
            caught?.(mail)
          })
      const local = { host: '127.0.0.1', port: catcher?.port, secure: false, ignoreTLS: true }
      const transport = libraries.createTransport(smtp ?? local)
      return {
        // nodemailer parses an address that is a string, so a visitor could put several addresses into it. It does not
        // parse an object.
        send: ({ to, ...letter }: Letter) => transport.sendMail({ from, to: { name: '', address: to }, ...letter }),
        close: async () => {
          transport.close()
          await catcher?.close()
        },
      }
    })
  return {
    /** Sends a mail. Resolves when the mail server has accepted it, and rejects if it does not. */
    async send(letter: Letter): Promise<void> {
      opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      await (await opening).send(letter)
    },
    /** The caught mails, oldest first, or only those to one address. */
    list: (to?: string): Mail[] => mails.filter((mail) => to === undefined || mail.to === to.toLowerCase()),
    clear(to?: string) {
      const left = to === undefined ? [] : mails.filter((mail) => mail.to !== to.toLowerCase())
      mails.splice(0, mails.length, ...left)
    },
    async close() {
      await (await opening?.catch(() => undefined))?.close()
    },
  }
}

export type Post = ReturnType<typeof createPost>
