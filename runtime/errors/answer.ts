/** A wallet or node answered with something that its method never answers. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  constructor(method: string, answer: unknown) {
    super(`${method} was answered with ${describe(answer)}`)
  }
}

function describe(answer: unknown): string {
  try {
    return (JSON.stringify(answer) ?? String(answer)).slice(0, 100)
  } catch {
    return typeof answer
  }
}
