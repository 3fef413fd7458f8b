/**
 * Thrown to reject a request. The response has `status` and, unless a page shows the error, the body `{ status:
 * 'FAILED', reasons: [{ name, description }] }`.
 */
export class Refusal extends Error {
  readonly status: number
  readonly field: string

  constructor(status: number, field: string, message: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.field = field
  }

  toJSON() {
    return { status: 'FAILED', reasons: [{ name: this.field, description: this.message }] }
  }
}

/** Parses a request body as a JSON object, with any content type. Throws a 400 {@link Refusal}. */
export function parseObject(body: Buffer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refusal(400, 'body', 'The body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, 'body', 'The body must be a JSON object')
  }
  return value as Record<string, unknown>
}
