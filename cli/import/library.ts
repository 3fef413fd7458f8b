/** What walletkit knows about a library's setup: how to find it, and what its options mean here. */
import type { JsonObject } from '../../schema/pieces.ts'
import type { Draft } from './draft.ts'
import type { Reader } from './evaluate.ts'
import type { SourceProject } from './project.ts'

export type Library = {
  /** The call that every setup contains. */
  call: string
  /** Features that are on by default in that library. The other features start as off. */
  features: JsonObject
  /** Fills the draft. Returns the files that contain the setup, or undefined when there is none. */
  read: (project: SourceProject, reader: Reader, draft: Draft) => string[] | undefined
}
