/**
 * Creates OpenTelemetry spans: one for each HTTP request to this server, and inside of it one for each request to a
 * node, a bundler, a source, an exchange, a seller, a vault, an HSM or a Farcaster relay, but none for requests to
 * social providers and paymasters, nor for those of sign-in to nodes. Without an OpenTelemetry SDK, which the operator
 * may load into the process, spans are not exported and cost next to nothing.
 *
 * Spans contain the names of routes and services, but no URL, address or header: those contain codes, tokens and keys.
 * The header `traceparent` of a request is not read, because visitors could write it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { routeOf } from './http/routes.ts'

const start = (name: string, kind: SpanKind) => trace.getTracer('walletkit-server').startSpan(name, { kind })
const within = <T>(span: Span, work: () => T): T => context.with(trace.setSpan(context.active(), span), work)
const fail = (span: Span, message: string) => span.setStatus({ code: SpanStatusCode.ERROR, message })

/** Runs the handler of a request (`work`) in a span, which ends when the response is closed. */
export function answering<T>(request: IncomingMessage, response: ServerResponse, work: () => T): T {
  const { method = 'GET' } = request
  const route = routeOf(request.url)
  const span = start(`${method} ${route}`, SpanKind.SERVER)
  span.setAttributes({ 'http.request.method': method, 'http.route': route })
  response.once('close', () => {
    const status = response.writableEnded ? response.statusCode : 499
    span.setAttribute('http.response.status_code', status)
    if (status >= 500) fail(span, String(status))
    span.end()
  })
  return within(span, work)
}

/** Runs a request to another service in a span. @param service its name, without its address */
export async function asking<T>(service: string, work: () => Promise<T>): Promise<T> {
  const span = start(`ask ${service}`, SpanKind.CLIENT)
  span.setAttribute('peer.service', service)
  try {
    return await within(span, work)
  } catch (error) {
    // Record only the error's name: its message may contain text of the service's response.
    fail(span, error instanceof Error ? error.name : 'Error')
    throw error
  } finally {
    span.end()
  }
}
