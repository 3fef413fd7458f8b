/** Yields the error, then its causes; at most eight, because a wallet's error may be its own cause. */
export function* causes(error: unknown): Generator<unknown> {
  let current = error
  for (let depth = 0; depth < 8 && current !== undefined && current !== null; depth++) {
    yield current
    current = causeOf(current)
  }
}

function causeOf(error: unknown): unknown {
  try {
    return typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined
  } catch {
    return undefined
  }
}
