/** What is known of a library's set-up: where it stands, and what its options mean here. */
import type { JsonObject } from '../../schema/pieces.ts'
import type { Draft } from './draft.ts'
import type { Reader } from './evaluate.ts'
import type { SourceProject } from './project.ts'

export type Library = {
  /** The call that a set-up cannot be without. */
  call: string
  /** Feature keys that are on in that library when nothing is said; the others start as off. */
  features: JsonObject
  /** Fills the draft. The files that the set-up was found in; undefined where it was not found. */
  read: (project: SourceProject, reader: Reader, draft: Draft) => string[] | undefined
}
