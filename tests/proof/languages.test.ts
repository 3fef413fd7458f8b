/** The modal in each of its languages on the smallest phone. */
import { it } from 'vitest'
import { LANGUAGES } from '../../schema/resolve.ts'
import { useFlow } from '../support/flow.ts'
import { fitsPhone } from '../support/walkViews.ts'

const flow = useFlow()

it.each(LANGUAGES)('every text of %s has room', (tag) => fitsPhone(flow, tag))
