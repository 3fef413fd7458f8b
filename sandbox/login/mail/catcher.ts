/** The sandbox's mail server: accepts every mail over SMTP and delivers none. */
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { Libraries } from '../libraries.ts'
import { readMail, type Mail } from './read.ts'

export type Catcher = { port: number; close: () => Promise<void> }

const MOST_BYTES = 1_000_000

/** Listens on a free port of the loopback interface. */
export async function startCatcher({ SMTPServer }: Libraries, caught: (mail: Mail) => void): Promise<Catcher> {
  const server = new SMTPServer({
    // Only this process connects, over loopback, so neither login nor encryption is needed.
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    size: MOST_BYTES,
    onData(stream, session, done) {
      read(stream).then(
        (raw) => {
          caught(readMail(raw, session.envelope.rcptTo[0]?.address ?? ''))
          done()
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { port: (server.server.address() as AddressInfo).port, close }
}

async function read(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
