import { defineMessages } from '../context.ts'

export const copyMessages = defineMessages({
  'copy.refused': 'Your browser does not let us copy here. Nothing was copied.',
})
