import { defineMessages } from '../../context.ts'

export const pluginReviewMessages = defineMessages({
  'review.asksTransaction': 'The plugin {plugin} asks for a transaction',
  'review.asksSignature': 'The plugin {plugin} asks for your signature',
  'review.by': 'By the plugin {plugin}',
  'review.amount': 'Amount',
  'review.to': 'Recipient address',
  'review.copy': 'Copy address',
  'review.copied': 'Copied',
  'review.network': 'Network',
  'review.fee': 'Network cost, at most',
  'review.gasPrice': 'Price of one unit of gas',
  'review.calls': 'It also calls a contract, with {bytes} bytes of data. Check in your wallet what the call does.',
  'review.text': 'Message',
  'review.undo': 'Your wallet asks you once more.',
  'review.confirm': 'Confirm',
  'review.anyway': 'Confirm anyway',
  'review.gone': 'Nothing to review',
  'review.goneText': 'The request is over, or was never made.',
  'review.back': 'Back',
})
