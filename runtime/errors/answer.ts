/** A wallet or node gave an answer that its method does not allow. */
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
