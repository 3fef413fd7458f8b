/** A `walletkit-server` for tests: a real one, whose mails go by SMTP to a catcher of the test's own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadLibraries } from '../../sandbox/login/libraries.ts'
import { startCatcher } from '../../sandbox/login/mail/catcher.ts'
import type { Mail } from '../../sandbox/login/mail/read.ts'
import { parseConfig } from '../../server/config/config.ts'
import { createLog } from '../../server/http/log.ts'
import { startServer } from '../../server/http/serve.ts'

/** An SMTP server that keeps every mail. */
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
    /** The newest mail to an address that was sent after `since` (ms since 1970). */
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

/** 32 different bytes: good enough for a test, and not the test key. */
export const masterKey = (id: string, start = 1) =>
  `${id}:${Buffer.from(Array.from({ length: 32 }, (_, at) => (start + at * 7) % 256)).toString('base64')}`

/** @param config over the smallest one; in this process, so that a test may stop and start it */
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
    /** What the browser of `tests/sandbox/login/browser.ts` takes. */
    service: () => ({ secureSite: running.url, login: mailbox }),
    url: () => running.url,
    mailbox,
    folder,
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
