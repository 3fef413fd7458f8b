/** The error itself, then its causes; at most eight, because a wallet's error may point at itself. */
export function* causes(error: unknown): Generator<unknown> {
  let current = error
  for (let depth = 0; depth < 8 && current !== undefined && current !== null; depth++) {
    yield current
    current = typeof current === 'object' && 'cause' in current ? current.cause : undefined
  }
}
