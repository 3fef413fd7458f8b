/** Checks whether an address responds, and whether a port is free. */
import { createServer } from 'node:net'

/** Whether a walletkit-sandbox responds at this URL. */
export async function sandboxAnswers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/status`, { signal: AbortSignal.timeout(1500) })
    const status = (await response.json()) as { name?: unknown }
    return status.name === 'walletkit-sandbox'
  } catch {
    return false
  }
}

export function portFree(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(true)))
  })
}

/**
 * Checks whether an origin responds. Returns undefined when the origin responds at all, with any status; otherwise the
 * reason. A WebSocket origin is tried over HTTP.
 */
export async function unreachable(origin: string, timeout = 5000): Promise<string | undefined> {
  try {
    const response = await fetch(origin.replace(/^ws/, 'http'), {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    await response.body?.cancel()
    return undefined
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const { code, message } = cause as { code?: unknown; message?: unknown }
    return typeof code === 'string' ? code : String(message)
  }
}
