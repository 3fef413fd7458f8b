import { defineMessages } from '../context.ts'

/** Texts of the parts: one file, because only a few parts have a text of their own. */
export const partMessages = defineMessages({
  'amount.refused': '“{text}” is no clear amount. Write digits and one decimal mark, like {example}.',
  'copy.refused': 'Your browser does not let us copy here. Nothing was copied.',
})
