/**
 * Spans for OpenTelemetry: one for each request, and within it one for each request to another service. Nobody gets them,
 * and they cost next to nothing, unless the operator loads an SDK into the process.
 *
 * They tell names of routes and services, never a URL, an address or a header: those contain codes, tokens and keys. The
 * header `traceparent` of a request is not read, because visitors could write it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { routeOf } from './http/routes.ts'

const start = (name: string, kind: SpanKind) => trace.getTracer('walletkit-server').startSpan(name, { kind })
const within = <T>(span: Span, work: () => T): T => context.with(trace.setSpan(context.active(), span), work)
const fail = (span: Span, message: string) => span.setStatus({ code: SpanStatusCode.ERROR, message })

/** Runs what answers a request in a span, which ends with the response. */
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
    // Not its message, which may contain what the service said.
    fail(span, error instanceof Error ? error.name : 'Error')
    throw error
  } finally {
    span.end()
  }
}
