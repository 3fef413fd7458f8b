/** Runs a real `walletkit-server` for tests. It sends its mails by SMTP to a server of the test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadLibraries } from '../../sandbox/login/libraries.ts'
import { startCatcher } from '../../sandbox/login/mail/catcher.ts'
import type { Mail } from '../../sandbox/login/mail/read.ts'
import { parseConfig } from '../../server/config/config.ts'
import { createLog } from '../../server/http/log.ts'
import { startServer } from '../../server/http/serve.ts'

/** Starts an SMTP server that keeps every mail. */
export async function startMailbox() {
  const kept: Mail[] = []
  const waiting: (() => void)[] = []
  const catcher = await startCatcher(await loadLibraries(), (mail) => {
    kept.push(mail)
    for (const tell of waiting.splice(0)) tell()
  })
  const mails = (to?: string) => kept.filter((mail) => to === undefined || mail.to === to)
  return {
    smtp: `smtp://127.0.0.1:${catcher.port}`,
    mails,
    /** The newest mail to an address that arrived at `since` (ms since 1970) or later. Waits until there is one. */
    async nextMail(to: string, since = 0): Promise<Mail> {
      for (;;) {
        const found = mails(to).findLast(({ at }) => at >= since)
        if (found) return found
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    close: catcher.close,
  }
}

/** A master key `{id}:{base64}` of 32 different bytes. It is not the public test key, which production refuses. */
export const masterKey = (id: string, start = 1) =>
  `${id}:${Buffer.from(Array.from({ length: 32 }, (_, at) => (start + at * 7) % 256)).toString('base64')}`

/**
 * Starts the server in this process, so that a test can stop and restart it.
 * @param config merged over `{ port: 0 }`
 */
export async function startHosted(config: Record<string, unknown> = {}, environment: Record<string, string> = {}) {
  const mailbox = await startMailbox()
  const folder = mkdtempSync(join(tmpdir(), 'hosted-'))
  const lines: string[] = []
  const log = createLog('debug', { write: (line: string) => void lines.push(line) })
  const secrets = { WALLETKIT_SMTP: mailbox.smtp, WALLETKIT_MASTER_KEYS: masterKey('k1'), ...environment }
  const readFile = (): string => {
    throw new Error('There are no files')
  }
  const start = (changes: Record<string, unknown> = {}) =>
    startServer(parseConfig({ port: 0, ...config, ...changes }, { environment: secrets, readFile }, folder), log)
  let running = await start()
  return {
    /** The service in the form that `tests/sandbox/login/browser.ts` expects. */
    service: () => ({ secureSite: running.url, login: mailbox }),
    url: () => running.url,
    mailbox,
    folder,
    masterKeys: secrets.WALLETKIT_MASTER_KEYS,
    database: join(folder, 'walletkit.db'),
    lines,
    start,
    stop: () => running.stop(),
    async restart(changes: Record<string, unknown> = {}) {
      await running.stop()
      running = await start(changes)
    },
    async close() {
      await running.stop()
      await mailbox.close()
      rmSync(folder, { recursive: true })
    },
  }
}
