/** The commands of WebDriver (https://www.w3.org/TR/webdriver2/) that the tests need, over plain HTTP. */

export type Session = {
  /** Sends one command of the session. @throws Error with the driver's message */
  ask: <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, limit?: number) => Promise<T>
  /** Performs actions of one input device, one after another. */
  act: (device: object, actions: readonly object[]) => Promise<void>
}

/** The ms after which a command times out. Loading a page is one command. */
const LIMIT = 30_000

/** `limit`: the ms within which the browser must start. */
export async function newSession(url: string, capabilities: object, limit: number): Promise<Session> {
  const body = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = await ask<{ sessionId: string }>('POST', `${url}/session`, body, limit)
  const own = `${url}/session/${sessionId}`
  return {
    ask: (method, path, body, limit) => ask(method, own + path, body, limit),
    act: async (device, actions) => {
      await ask('POST', `${own}/actions`, { actions: [{ ...device, actions }] })
    },
  }
}

async function ask<T>(method: string, url: string, body?: object, limit = LIMIT): Promise<T> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(limit),
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${value.error} ${value.message ?? ''}`)
  return value
}
