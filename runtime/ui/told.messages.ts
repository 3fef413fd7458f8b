import { defineMessages } from './context.ts'

export const toldMessages = defineMessages({
  'told.PLUGIN_FAILED': 'The plugin {plugin} failed to start',
  'told.VIEW_FAILED': 'This screen failed',
  'told.rest': 'Everything else still works.',
  'told.goBack': 'Go back',
})
