import { stripVTControlCharacters } from 'node:util'

/** A failure that is told by its sentence alone, without a stack: the user can do something about it. */
export class Failure extends Error {
  override name = 'Failure'
}

/** The sentence of any thrown value, without the colours that a terminal would show. */
export const reasonOf = (error: unknown) =>
  stripVTControlCharacters(error instanceof Error ? error.message : String(error))
