import { defineMessages } from '../context.ts'

/** Texts of all parts together in one file, because only a few parts have texts. */
export const partMessages = defineMessages({
  'amount.refused': '“{text}” is no clear amount. Write digits and one decimal mark, like {example}.',
  'copy.refused': 'Your browser does not let us copy here. Nothing was copied.',
})
