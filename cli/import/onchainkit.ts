/** Reads OnchainKit's `<OnchainKitProvider …>` and the wagmi config beside it, by their public options. */
import { addWallet, listWallet } from './connectors.ts'
import type { Draft, Handler } from './draft.ts'
import type { Library } from './library.ts'
import { hints } from './messages.ts'
import { findElements, type FoundElement } from './setup.ts'
import { at, type Value } from './value.ts'
import { findWagmi, readWagmi } from './wagmi.ts'

const SOURCE = /^@coinbase\/onchainkit|^@base-org\/onchainkit/

export const onchainkit: Library = {
  call: 'OnchainKitProvider of @coinbase/onchainkit',
  features: { names: true },
  packages: SOURCE,
  find: (project, reader) => findElements(project, reader, { given: 'OnchainKitProvider', source: SOURCE }),
  read(setup, project, reader, draft) {
    const { attributes } = setup as FoundElement
    const wagmi = findWagmi(project, reader, setup.file)
    if (wagmi) readWagmi(draft, wagmi, 'read')
    draft.take(attributes, attributesOf(draft), NOTES)
    draft.within(`${setup.file}:${setup.line}`, () => {
      if (draft.config.networks === undefined && at(attributes, 'chain') !== undefined)
        draft.networks([at(attributes, 'chain')], 'chain')
      if (!wagmi) {
        addWallet(draft, 'coinbase')
        draft.lose('Coinbase smart wallet', hints.smartWallet)
      }
      if (!draft.config.projectId) draft.noRemote()
      draft.remote()
      draft.leave('services', hints.services)
    })
    return [...new Set([setup.file, ...(wagmi ? [wagmi.file] : [])])]
  },
}

const NOTES: Record<string, string> = {
  apiKey: 'walletkit asks no such service. For balances and swaps, name "services".',
  projectId: 'It is the id of Coinbase’s platform; walletkit’s projectId is the one of WalletConnect.',
  sessionId: hints.unknown,
  analytics: 'Analytics are off; see features.analytics.',
  rpcUrl: 'Write its address into customRpcUrls.',
  miniKit: hints.unknown,
  schemaId: hints.unknown,
}

const attributesOf = (draft: Draft): Record<string, Handler> => ({
  chain: (value, name) => draft.defaultNetwork(value, name),
  address: () => {},
  children: () => {},
  config: (value, name) =>
    draft.take(
      value,
      {
        appearance: (inner, at) => readAppearance(draft, inner, at),
        wallet: (inner, at) => readWallet(draft, inner, at),
      },
      NOTES,
      `${name}.`,
    ),
})

function readAppearance(draft: Draft, value: Value, name: string): void {
  draft.take(
    value,
    {
      name: draft.set('metadata', 'name'),
      logo: draft.icon,
      mode: (mode, at) => draft.set('theme', 'mode')(mode === 'auto' ? 'system' : mode, at),
      theme: (theme, at) => draft.leave(at, typeof theme === 'string' ? hints.themeName(theme) : draft.why(theme)),
    },
    {},
    `${name}.`,
  )
}

function readWallet(draft: Draft, value: Value, name: string): void {
  draft.take(
    value,
    {
      display: () => {},
      termsUrl: draft.set('termsConditionsUrl'),
      privacyUrl: draft.set('privacyPolicyUrl'),
      supportedWallets: (list) => {
        for (const key of ['rabby', 'trust', 'frame']) if (at(list, key) === true) listWallet(draft, key)
      },
    },
    { signUpEnabled: hints.smartWallet, preference: hints.smartWallet },
    `${name}.`,
  )
}
