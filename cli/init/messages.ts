/** Messages of `walletkit init`. */
import { CONFIG_FILE } from '../messages.ts'
import type { Framework } from '../stages/framework.ts'

/** The steps for a framework with a build of its own. `where`: the place that imports the module. */
const emitted = (where: string, template: string): string[] => [
  'Write the module with `npx walletkit emit --out generated/walletkit.js` (again after each change of the config),',
  `    import it ${where} instead of virtual:walletkit, and give it to createWalletKit.`,
  `    A whole project to compare with: npm create walletkit -- --template ${template}`,
]

const SNIPPETS: Record<Framework, string[]> = {
  react: [
    'Wrap your app (src/main.tsx):',
    "    import { createWalletKit } from 'walletkit'",
    "    import { ConnectButton, WalletKitProvider } from 'walletkit/react'",
    "    import { generated } from 'virtual:walletkit'",
    '    const kit = createWalletKit(generated)',
    '    <WalletKitProvider kit={kit}><ConnectButton />…</WalletKitProvider>',
  ],
  vite: [
    'Make the kit in your entry:',
    "    import { createWalletKit } from 'walletkit'",
    "    import { generated } from 'virtual:walletkit'",
    '    const kit = createWalletKit(generated)',
    '    button.onclick = () => kit.open()',
  ],
  vue: [
    'Give your app the kit (src/main.ts):',
    "    import { createWalletKit } from 'walletkit/vue'",
    "    import { generated } from 'virtual:walletkit'",
    "    createApp(App).use(createWalletKit(generated)).mount('#app')",
    "    then use ConnectButton and useAccount of 'walletkit/vue' in your components.",
  ],
  svelte: [
    'Make the kit (src/kit.ts), and give it to your components in the first of them:',
    "    import { createWalletKit } from 'walletkit'",
    "    import { generated } from 'virtual:walletkit'",
    '    export const kit = createWalletKit(generated)',
    "    import { setWalletKit } from 'walletkit/svelte'",
    '    setWalletKit(kit)',
  ],
  next: emitted("in a client component ('use client')", 'next'),
  nuxt: emitted('in a plugin of app/plugins', 'nuxt'),
  sveltekit: emitted('in a module of src/lib', 'sveltekit'),
  astro: emitted('in a component of an island', 'astro'),
  'react-router': emitted('in a module of app', 'react-router'),
  html: [
    'In your page: <script type="module" src="/walletkit.js"></script> in the head, <walletkit-button></walletkit-button> where the button goes.',
  ],
  unknown: [
    'No framework was found: write the module with `npx walletkit emit --out walletkit.generated.js` and give it to createWalletKit.',
  ],
}

export const initMessages = {
  noProject: 'There is no package.json here. Start a new project with: npm create walletkit',
  badProject: 'package.json is no JSON object. Correct it first.',
  kept: `${CONFIG_FILE} is kept as it is; --force writes a new one.`,
  ready: 'Nothing to change: this project is set up.',
  dirty: (files: readonly string[]) =>
    `Git has uncommitted changes (${files.slice(0, 3).join(', ')}${files.length > 3 ? ', …' : ''}). Commit them first, or go on with --yes.`,
  nothing: 'Nothing was written.',
  question: (files: readonly string[]) => `Write ${files.join(', ')}`,
  found: (framework: string, manager: string) => `Framework: ${framework}. Package manager: ${manager}.`,
  written: (files: readonly string[]) => `Written: ${files.join(', ')}.`,
  installing: (command: string) => `Running ${command} …`,
  notInstalled: (command: string, fromRegistry: boolean) =>
    `The packages were not installed; ${command} says why, above. The files are written.${
      fromRegistry
        ? ' If the registry does not know walletkit yet, name a folder with its tarballs: walletkit init --source <folder>'
        : ''
    }`,
  addPlugin: (file: string) =>
    `In ${file}: import { walletkit } from 'walletkit/vite' and put walletkit() among its plugins.`,
  hasKit: (file: string) => `${file} makes the kit already. Run walletkit check, then your page.`,
  emitFor: (file: string, out: string) =>
    `${file} makes the kit already. It imports the module that this writes: npx walletkit emit --out ${out}\n    Run it again after each change of the config, best in the scripts "dev" and "build" of package.json.`,
  snippet: (framework: Framework) => SNIPPETS[framework].join('\n'),
  run: (command: string) => `Run: ${command}`,
  next: (steps: readonly string[]) => `\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}`,
}
