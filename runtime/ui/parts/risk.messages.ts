import { defineMessages } from '../context.ts'

/** Warnings about what a request may do besides what its figures show. */
export const riskMessages = defineMessages({
  'risk.mayAct':
    'Whoever has this signature may act for you, and may move what you own. Sign it only if you trust this site.',
  'risk.item': 'If this contract holds collectibles, the number {number} is that of one of them, and it may be taken.',
  'risk.both':
    'This contract is a token and holds collectibles too: the number {number} may be that of one of them, and it may be taken.',
})
