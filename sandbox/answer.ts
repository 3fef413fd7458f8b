import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from './faults.ts'
import { Refusal } from './refusal.ts'

/** An endpoint's response: JSON, or bytes with their content type. */
export type Answer =
  | { status?: number; json: unknown }
  | { status?: number; type: string; body: string | Buffer; headers?: Record<string, string> }

const bodyLimit = 5_000_000

/** Reads a request's whole body. @throws Refusal 413 if it is larger than 5 MB */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) throw new Refusal(413, 'body', 'The body is larger than 5 MB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const loopback = /^(localhost|[^.]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

/** Whether a URL's host is this machine; false for a text that is not a URL. */
export const isLoopback = (url: string): boolean => loopback.test(hostnameOf(url))

/**
 * Whether a request comes from this machine, because only this machine may use the sandbox. False for a page whose
 * origin is another host, and for a host name that only resolves to the loopback address (DNS rebinding).
 */
export function isLocal(request: IncomingMessage): boolean {
  const { origin } = request.headers
  return isHere(request) && (!origin || loopback.test(hostnameOf(origin)))
}

const isHere = ({ headers: { host } }: IncomingMessage) => loopback.test(hostnameOf(`http://${host ?? ''}`))

const extension = /^(chrome|moz|safari-web)-extension:\/\/[\w-]{1,64}$/
const rpcPath = /^\/rpc\/[^/]+\/?$/

/**
 * Whether to answer a request: yes if it comes from this machine ({@link isLocal}), or if it is a browser extension's
 * call to a chain (`/rpc/…`), because a wallet in the developer's browser sends the origin of its extension. An
 * extension may call nothing else.
 */
export const mayAsk = (request: IncomingMessage, path: string): boolean =>
  isLocal(request) || (isHere(request) && rpcPath.test(path) && extension.test(request.headers.origin ?? ''))

/**
 * Lets the page that asked read the response (CORS), also that of a simulated fault. Call it only after {@link mayAsk}
 * returned true: otherwise any website could read what the sandbox returns.
 */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('vary', 'origin')
  const { origin } = request.headers
  if (!origin) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', 'retry-after')
}

/** Responds to a preflight request. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS')
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
  response.setHeader('access-control-allow-private-network', 'true')
  response.setHeader('access-control-max-age', '600')
  response.writeHead(204).end()
}

export function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed || response.writableEnded) return
  const [type, body] =
    'json' in answer ? ['application/json; charset=utf-8', JSON.stringify(answer.json)] : [answer.type, answer.body]
  response.setHeader('x-content-type-options', 'nosniff')
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store')
  response.setHeader('content-type', type)
  if ('headers' in answer) for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
  response.writeHead(answer.status ?? 200).end(body)
}

/** Bytes that are neither JSON nor UTF-8: the default body of the fault `garbage`. */
const noise = Buffer.from('{"\xff\xfe<html>}{]', 'latin1')

/**
 * Applies a fault to a request.
 * @returns true when the request is finished (answered, cut, or left hanging), false when it continues
 */
export async function applyFault(fault: Fault, response: ServerResponse): Promise<boolean> {
  const setHeaders = () => {
    for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value)
  }
  switch (fault.kind) {
    case 'delay':
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, fault.ms ?? 1000)
        response.once('close', () => (clearTimeout(timer), resolve()))
      })
      return response.destroyed
    case 'hang':
      return true
    case 'drop':
      response.destroy()
      return true
    case 'status': {
      setHeaders()
      const status = fault.status ?? 500
      if (status === 204 || status === 304) response.writeHead(status).end()
      else if (fault.body === undefined) send(response, { status, json: new Refusal(status, 'fault', 'Set by a test') })
      else send(response, { status, type: 'text/plain', body: fault.body })
      return true
    }
    case 'garbage': {
      setHeaders()
      const type = String(response.getHeader('content-type') ?? 'application/json')
      send(response, { status: fault.status ?? 200, type, body: fault.body ?? noise })
      return true
    }
  }
}
