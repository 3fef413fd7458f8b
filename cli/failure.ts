import { stripVTControlCharacters } from 'node:util'

/** A failure that the user can fix. The CLI prints its message without a stack trace. */
export class Failure extends Error {
  override name = 'Failure'
}

/** The message of any thrown value, without terminal colour codes. */
export const reasonOf = (error: unknown) =>
  stripVTControlCharacters(error instanceof Error ? error.message : String(error))
