import { mount } from 'svelte'
import { createApp, h, KeepAlive, ref } from 'vue'
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
  const isAway = ref(false)
  const button = () => h(ConnectButton, { label: label.value, balance: balance.value, size: 'large' })
  return () => [
    h(KeepAlive, () => (isAway.value ? h(Nothing) : button())),
    h('button', { onClick: () => (label.value = 'Enter') }, 'Change the label'),
    h('button', { onClick: () => (balance.value = 'show') }, 'Show the balance'),
    h('button', { onClick: () => (isAway.value = !isAway.value) }, 'Hide or show'),
  ]
}

function Nothing() {
  return h('i')
}
