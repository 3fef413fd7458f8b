/** Messages of `walletkit import`. */
import { CONFIG_FILE } from '../messages.ts'
import type { Found } from './setup.ts'

const place = ({ file, line }: Found) => `${file}:${line}`

export const importMessages = {
  noSource: (path: string) => `There is no ${path}. Name the file or the folder that holds the set-up.`,
  notFound: (call: string, path: string) =>
    `No ${call} was found in ${path}. Name the file that has it, or the folder above it.`,
  several: (all: readonly Found[], chosen: Found) =>
    `There are ${all.length} set-ups: ${all.map(place).join(', ')}. Taken: ${place(chosen)}. Choose another one with --setup <file:line>.`,
  noSetup: (wanted: string, all: readonly Found[]) =>
    `There is no set-up at ${wanted}. There are: ${all.map(place).join(', ')}.`,
  elsewhere: (folder: string) =>
    `The set-up belongs to the package in ${folder}. To have the config there, run this again in that folder.`,
  exists: (file: string) =>
    `There is a ${file} already. Write over it with --force, or see the changes with --dry-run.`,
  unparsed: (files: readonly string[]) => `Could not be parsed, and was not read: ${files.join(', ')}.`,
  nothing: 'Nothing was written.',
  question: (file: string) => `Write ${file}`,
  written: (file: string, from: string) => `Written: ${file}, from ${from}. Nothing else was changed.`,
  lost: (count: number) => `Your visitors lose this until you act (${count}):`,
  left: (count: number) => `\nWithout an equivalent, or for you to do (${count}):`,
  code: (count: number) => `\nCode that still uses the old library (${count}):`,
  rewritable: (count: number) =>
    `\nWith --write, ${count} files are changed where that is sure; --dry-run shows the difference.`,
  dirty: (files: readonly string[]) =>
    `Git has uncommitted changes (${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}). Commit them first, or go on with --yes.`,
  packages: (remove: readonly string[], add: readonly string[]) =>
    `\nPackages to remove: ${remove.join(', ') || 'none'}. To add: ${add.join(', ') || 'none'}.`,
  pin: (packages: readonly string[]) =>
    `walletkit has one exact version of viem. For one copy in your page instead of two, install ${packages.join(', ')}.`,
  noRemote:
    'QR codes and phone wallets are off: the set-up listed no wallet that uses them. To have them, remove "enableWalletConnect" and name services.relay.',
  relay: (host: string) =>
    `QR codes and phone wallets go on as before, over ${host} (services.relay) with your project id.`,
  relayWithoutId: (host: string) =>
    `QR codes and phone wallets need your project id: write it into ${CONFIG_FILE}. Then they go on as before, over ${host} (services.relay).`,
  before: '\nThe places of the options are those before this change; git diff and git show HEAD:<file> have the lines.',
  next: 'Next: walletkit check, then walletkit init, which keeps this config.',
}

/** What a developer has to know or do about an option that the import could not carry over unchanged. */
export const hints = {
  projectId: `Write your project id into ${CONFIG_FILE}, or run this again with --project-id.`,
  code: (code: string) => `Its value is worked out by code (${code}); set it in ${CONFIG_FILE} by hand.`,
  unknown: 'walletkit has no such option.',
  notYet: 'Not in this version; written as false.',
  noNetworks: `No network could be read; eip155:1 stands in ${CONFIG_FILE} for now.`,
  foreign: (id: string) => `walletkit has no chain family for ${id}; its wallets cannot connect.`,
  madeFrom: (id: string) =>
    `It was taken as ${id}, from which your code makes it; what the code adds is not in the config.`,
  adapterUnread:
    'It cannot be read. If it has connectors, wallets or RPC addresses of its own, carry them over; else remove it.',
  adapters: 'Not needed: the networks select what the build takes. Remove the adapter.',
  signIn:
    'Write "siwx": true for a sign-in without code of yours, or pass yours: createWalletKit(generated, { siwx }).',
  signInKept: 'Sign-in is on ("siwx": true). Sessions are kept in the page; for your own server, see siwx.storage.',
  siweConfig: 'Its functions stay in code: createWalletKit(generated, { siweConfig }).',
  remoteKept:
    'The list of wallets cannot be read whole, so QR codes and phone wallets stay on. To turn them off, set "enableWalletConnect" to false.',
  wallets: (names: readonly string[]) =>
    `Installed wallets show by themselves; these are in wallets.custom with their links (${names.join(', ')}).`,
  wallet:
    'Add it to wallets.custom with its name, rdns and mobile_link: installed, it then connects; on a phone, its app opens.',
  ownWallet: 'It is in wallets.custom with what your code says of it; see that its links and its rdns are right.',
  sdk: (name: string) =>
    `walletkit has no SDK of ${name}. Pass it in code: createWalletKit(generated, { connectors: [externalConnector({ … })] }).`,
  safe: "Inside Safe's own app the page connects by Safe's SDK. Pass it in code: createWalletKit(generated, { connectors: [externalConnector({ id: 'safe', provider })] }).",
  smartWallet:
    "Coinbase's extension and app connect. Its smart wallet, which opens in a pop-up, needs the SDK in code: externalConnector({ id: 'coinbaseWallet', provider }).",
  services:
    'Asked are the networks, and the relay where QR codes are on; name more of "services" for a wallet list and balances.',
  socials: 'walletkit has these social logins: google, x, github, discord, apple, facebook, farcaster.',
  themeName: (name: string) => `The look "${name}" has no equivalent; set theme.variables (--wk-accent and others).`,
  themeMode: 'Call kit.setThemeMode when your page changes its theme.',
  themeBoth: (names: readonly string[]) =>
    `theme.variables count in both modes; set those that may differ by hand (${names.join(', ')}).`,
  themeChosen: (names: readonly string[]) =>
    `Call kit.setThemeMode when your page changes its theme. Not taken over: ${names.join(', ')}; set theme.variables (--wk-*) by hand.`,
  themeRadius: 'walletkit has one radius, that of the modal (--wk-border-radius-master); the others follow from it.',
  themeVariable: 'Set the --wk-* variables that should change: --wk-surface-0, --wk-text-1 and others.',
  disclaimer: 'termsConditionsUrl and privacyPolicyUrl are shown under the ways to connect.',
  disclaimerText: 'Its links were taken as termsConditionsUrl and privacyPolicyUrl; the sentence is walletkit’s own.',
  callback: 'Subscribe in code: kit.subscribeAccount.',
  ssr: 'Not needed: walletkit is safe to import on a server.',
  announced: 'Installed wallets show by themselves. To hide those that you do not list, set "enableEIP6963" to false.',
  rpc: 'Write the RPC addresses of its transports or providers into customRpcUrls.',
  storage: 'walletkit keeps its own records; see STORAGE_KEYS.',
  batch: 'walletkit batches reads by itself.',
} as const
