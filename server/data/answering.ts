import { Refusal } from '../../sandbox/refusal.ts'
import { type Asked, tell } from './routes.ts'
import { SourceError } from './source.ts'

/**
 * Makes the endpoints of one service: each answers with what `ask` resolves with, and with the service's name.
 * @param report gets each failure of the service, which the page learns of too
 */
export const answering =
  (source: string, report: (error: SourceError) => void) =>
  (ask: (context: Asked) => Promise<object>) =>
  async (context: Asked) => {
    try {
      return tell(context, source, await ask(context))
    } catch (error) {
      if (error instanceof Refusal) throw error
      // The reading of what a service sent failed, if nothing else did.
      const failure = error instanceof SourceError ? error : new SourceError(source, 'sent something unexpected')
      report(failure)
      throw failure
    }
  }
