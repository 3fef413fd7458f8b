/** Messages of `walletkit import`. */
import { CONFIG_FILE } from '../messages.ts'

export const importMessages = {
  noSource: (path: string) => `There is no ${path}. Name the file or the folder that holds the set-up.`,
  noParser: 'Reading source code takes vite 8. Run: npm install --save-dev vite',
  notFound: (call: string, path: string) =>
    `No ${call} was found in ${path}. Name the file that has it, or the folder above it.`,
  several: (call: string, file: string) => `${call} stands here more than once; the one in ${file} was taken.`,
  exists: (file: string) =>
    `There is a ${file} already. Write over it with --force, or see the changes with --dry-run.`,
  unparsed: (files: readonly string[]) => `Could not be parsed, and was not read: ${files.join(', ')}.`,
  nothing: 'Nothing was written.',
  question: (file: string) => `Write ${file}`,
  written: (file: string, from: string) => `Written: ${file}, from ${from}. Nothing else was changed.`,
  left: (count: number) => `\nWithout an equivalent, or for you to do (${count}):`,
  noRemote:
    'QR codes and phone wallets are off: the set-up listed no wallet that uses them. To have them, remove "enableWalletConnect" and name services.relay.',
  relay: (host: string) =>
    `QR codes and phone wallets go on as before, over ${host} (services.relay) with your project id.`,
  next: 'Next: walletkit check, then walletkit init, which keeps this config.',
}

/** One line for each option that the config cannot express in the same way. */
export const hints = {
  projectId: `Write your project id into ${CONFIG_FILE}, or run this again with --project-id.`,
  code: (code: string) => `Its value is worked out by code (${code}); set it in ${CONFIG_FILE} by hand.`,
  unknown: 'walletkit has no such option.',
  notYet: 'Not in this version; written as false.',
  noNetworks: `No network could be read; eip155:1 stands in ${CONFIG_FILE} for now.`,
  adapters: 'Not needed: the networks select what the build takes. Remove the adapter.',
  signIn:
    'Write "siwx": true for a sign-in without code of yours, or pass yours: createWalletKit(generated, { siwx }).',
  siweConfig: 'Its functions stay in code: createWalletKit(generated, { siweConfig }).',
  wallets: (names: readonly string[]) =>
    `Installed wallets show by themselves; others go by id into wallets.featured (${names.join(', ')}).`,
  services:
    'Asked are the networks, and the relay where QR codes are on; name more of "services" for a wallet list and balances.',
  themeName: (name: string) => `The look "${name}" has no equivalent; set theme.variables (--wk-accent and others).`,
  themeVariable: 'Set the --wk-* variables that should change: --wk-surface-0, --wk-text-1 and others.',
  callback: 'Subscribe in code: kit.subscribeAccount.',
} as const
