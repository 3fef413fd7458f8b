import { Refusal } from '../../sandbox/refusal.ts'
import { type Asked, tell } from './routes.ts'
import { SourceError } from './source.ts'

/**
 * Returns a function that makes an endpoint of the service `source`. The endpoint responds with what `ask` resolves
 * with, and with the service's name in a header.
 * @param report called with each failure of the service; the page gets a 502 for the same failure
 */
export const answering =
  (source: string, report: (error: SourceError) => void) =>
  (ask: (context: Asked) => Promise<object>) =>
  async (context: Asked) => {
    try {
      return tell(context, source, await ask(context))
    } catch (error) {
      if (error instanceof Refusal) throw error
      // Any other error is taken as a fault in the service's response, which the code could not read.
      const failure = error instanceof SourceError ? error : new SourceError(source, 'sent something unexpected')
      report(failure)
      throw failure
    }
  }
