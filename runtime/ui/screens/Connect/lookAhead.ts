import { prepareLinks } from '../../../actions/link.ts'
import { tracking } from '../../../actions/tracking.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { askDirectory } from './askDirectory.ts'

/** Loads what the next step may need, while the visitor reads the list. */
export function lookAhead(kit: Kit) {
  prepareLinks(kit)
  void askDirectory(kit)
  tracking(kit).send()
}
