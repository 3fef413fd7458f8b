/** Checks that all texts fit on a small phone, in each language. */
import { it } from 'vitest'
import { LANGUAGES } from '../../schema/resolve.ts'
import { useFlow } from '../support/flow.ts'
import { fitsPhone } from '../support/walkViews.ts'

const flow = useFlow()

it.each(LANGUAGES)('every text of %s has room', (tag) => fitsPhone(flow, tag))
