/** Lists the pages of the docs, in the order of the navigation. */

export type Outlined = {
  /** The address below the docs' root, without `.html`. */
  path: string
  title: string
  /** The path of the page's Markdown file in the repository. Pages without one are generated. */
  source?: string
}
export type Section = { title: string; pages: readonly Outlined[] }

const page = (path: string, title: string, source: string): Outlined => ({ path, title, source })
const own = (path: string, title: string, file: string) => page(path, title, `cli/repo/docs/pages/${file}.md`)

const PLUGINS: Record<string, string> = {
  send: 'Send',
  receive: 'Receive',
  swaps: 'Swaps',
  onramp: 'Buy crypto',
  history: 'Activity',
  names: 'Names',
  email: 'Email login',
  socials: 'Social logins',
  approvals: 'Approvals',
  passkey: 'Passkey wallet',
  'smart-sessions': 'Smart sessions',
}

/** Folders whose README explains walletkit's own code, with the titles of their pages. */
const INSIDE: Record<string, string> = {
  runtime: 'The runtime',
  'runtime/actions': 'Actions',
  'runtime/connectors': 'Connectors',
  'runtime/chains/eip155': 'EVM chains',
  'runtime/chains/solana': 'Solana',
  'runtime/chains/bip122': 'Bitcoin',
  'runtime/chains/polkadot': 'Polkadot',
  'runtime/http': 'HTTP and RPC',
  'runtime/ui': 'The modal',
  'runtime/remote/patches': 'Patches of the relay client',
  schema: 'The schema',
  'sandbox/exchange': 'The exchange of the sandbox',
  'cli/repo/docs': 'These docs',
  'cli/repo/live': 'Against the real services',
  'tests/bench': 'The bench',
  'tests/catalogue': 'The catalogue of states',
  'tests/engines': 'Three browser engines',
}

/** All sections but the API reference, which `site.ts` adds. */
export const outline = (): Section[] => [
  {
    title: 'Start',
    pages: [
      own('index', 'Introduction', 'introduction'),
      own('start/react', 'React', 'react'),
      own('start/next', 'Next', 'next'),
      own('start/html', 'A plain page', 'html'),
      own('start/frameworks', 'Other frameworks', 'frameworks'),
      own('start/going-live', 'Going live', 'goingLive'),
      page('start/migrating', 'Moving from another library', 'cli/import/README.md'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('guides/studio', 'The studio', 'cli/studio/README.md'),
      page('guides/sign-in', 'Sign in with a wallet', 'runtime/siwx/README.md'),
      page('guides/login', 'Email and social login', 'runtime/auth/README.md'),
      page('guides/remote', 'Phones and QR codes', 'runtime/remote/README.md'),
      page('guides/wallets', 'Wallets', 'runtime/wallets/README.md'),
      page('guides/chains', 'Chain families', 'runtime/chains/README.md'),
      page('guides/interop', 'wagmi, viem and ethers', 'runtime/interop/README.md'),
      page('guides/languages', 'Languages', 'runtime/languages/README.md'),
      page('guides/icons', 'Icons', 'icons/README.md'),
      page('guides/analytics', 'Analytics', 'runtime/analytics/README.md'),
      page('guides/devtools', 'Devtools', 'runtime/test/devtools/README.md'),
      page('guides/testing', 'Testing your page', 'runtime/test/README.md'),
      page('guides/sandbox', 'The sandbox', 'sandbox/README.md'),
    ],
  },
  {
    title: 'Your own server',
    pages: [
      page('guides/server', 'Hosting the services yourself', 'server/README.md'),
      page('guides/server-login', 'Social logins and passkeys', 'server/guides/login.md'),
      page('guides/server-sign-in', 'Sign-in at your server', 'server/guides/signIn.md'),
      page('guides/server-accounts', 'Smart accounts, and sending on Solana', 'server/guides/accounts.md'),
      page('guides/server-data', 'The blockchain API', 'server/guides/data.md'),
      page('guides/server-trade', 'Swaps and purchases', 'server/guides/trade.md'),
      page('guides/server-relay', 'The relay', 'server/guides/relay.md'),
      page('guides/server-processes', 'Several processes', 'server/guides/processes.md'),
      page('guides/server-operation', 'Watching, backup and restore', 'server/guides/operation.md'),
      page('guides/server-keys', 'Master keys, a vault, an HSM', 'server/guides/keys.md'),
      page('guides/server-threats', 'What it protects, and what it does not', 'server/guides/threats.md'),
      page('guides/login-service', 'How the login service works', 'sandbox/login/README.md'),
    ],
  },
  {
    title: 'Features',
    pages: Object.entries(PLUGINS).map(([id, title]) => page(`features/${id}`, title, `plugins/${id}/README.md`)),
  },
  { title: 'Plugins', pages: [page('plugins/first', 'Your first plugin', 'runtime/host/README.md')] },
  {
    title: 'Reference',
    pages: [
      { path: 'reference/config', title: 'Config' },
      page('reference/commands', 'Commands', 'cli/README.md'),
      { path: 'reference/errors', title: 'Errors' },
    ],
  },
  {
    title: 'About',
    pages: [
      own('about/comparison', 'Comparison', 'comparison'),
      page('about/security', 'Security', 'SECURITY.md'),
      page('about/changes', 'Changes', 'CHANGELOG.md'),
      page('about/contributing', 'Contributing', 'CONTRIBUTING.md'),
    ],
  },
  {
    title: 'Inside walletkit',
    pages: Object.entries(INSIDE).map(([folder, title]) =>
      page(`inside/${folder.replaceAll('/', '-')}`, title, `${folder}/README.md`),
    ),
  },
]
