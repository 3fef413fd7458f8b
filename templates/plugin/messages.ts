import { defineMessages } from 'walletkit/ui'

/** All texts of the plugin, in English. A site translates them by these keys. */
export default defineMessages({
  'myPlugin.opened': 'You were here {count} times',
  'myPlugin.text': 'This is the view of your plugin.',
  'myPlugin.ask': 'Ask the service',
  'myPlugin.asking': 'Asking …',
  'myPlugin.answer': '{name} answered',
})
