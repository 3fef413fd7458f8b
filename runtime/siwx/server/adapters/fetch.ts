import type { SiwxServer } from '../createSiwxServer.ts'
import { BODY_LIMIT, respond } from '../respond.ts'
import { SiwxFailure } from '../failure.ts'

/**
 * For servers that use the Fetch API (Next, Hono, Bun, Deno, workers): `export const GET = fetchHandler(server)`.
 *
 * @example
 * ```ts
 * import { createSiwxServer, fetchHandler } from 'walletkit/siwx-server'
 *
 * const handler = fetchHandler(createSiwxServer({ domain: 'app.example' }))
 * export { handler as GET, handler as POST }
 * ```
 */
export const fetchHandler =
  (server: SiwxServer) =>
  async (request: Request): Promise<Response> => {
    const { status, headers, body } = await respond(server, {
      method: request.method,
      path: new URL(request.url).pathname,
      header: (name) => request.headers.get(name) ?? undefined,
      body: () => readText(request),
    })
    return new Response(status === 204 ? null : body, { status, headers })
  }

/** Reads a body, and stops as soon as it exceeds the limit, so that memory stays bounded. */
async function readText({ body }: Request): Promise<string> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let [text, length] = ['', 0]
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true as const, value: undefined }
    if (done) return text + decoder.decode()
    length += value.length
    if (length > BODY_LIMIT) {
      await reader?.cancel()
      throw new SiwxFailure('tooLarge')
    }
    text += decoder.decode(value, { stream: true })
  }
}
