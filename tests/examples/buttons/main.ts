import { mount } from 'svelte'
import { createApp, h, ref } from 'vue'
import { createWalletKit } from 'walletkit'
import { ConnectButton, createWalletKit as createPlugin } from 'walletkit/vue'
import { generated } from 'virtual:walletkit'
import Button from './Button.svelte'

const target = document.querySelector('#root')!

if (location.search === '?svelte') mount(Button, { target, props: { kit: createWalletKit(generated) } })
else createApp({ setup: page }).use(createPlugin(generated)).mount(target)

function page() {
  const label = ref('Sign in')
  const balance = ref<'show' | 'hide'>('hide')
  return () => [
    h(ConnectButton, { label: label.value, balance: balance.value, size: 'large' }),
    h('button', { onClick: () => (label.value = 'Enter') }, 'Change the label'),
    h('button', { onClick: () => (balance.value = 'show') }, 'Show the balance'),
  ]
}
