import { defineMessages } from '../context.ts'

export const amountMessages = defineMessages({
  'amount.refused': '“{text}” is no clear amount. Write digits and one decimal mark, like {example}.',
})
