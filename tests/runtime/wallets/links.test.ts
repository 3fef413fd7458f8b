/** The links of wallets: which are opened, and which never. */
import { describe, expect, it } from 'vitest'
import { appLink, pageLink, readLink } from '../../../runtime/wallets/links.ts'

const URI = 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d'
const ONCE = encodeURIComponent(URI)
const TWICE = encodeURIComponent(ONCE)

describe('an app link', () => {
  it.each([
    ['trust', 'trust://'],
    ['trust:', 'trust://'],
    ['trust:/', 'trust://'],
    ['trust://', 'trust://'],
    ['rainbow://app', 'rainbow://app/'],
    ['okex://main', 'okex://main/'],
    ['bnc://app.binance.com/cedefi/', 'bnc://app.binance.com/cedefi/'],
    ['kraken-wallet://', 'kraken-wallet://'],
    ['imtokenv2://navigate/v2', 'imtokenv2://navigate/v2/'],
    ['rainbow://app/', 'rainbow://app/'],
    ['MetaMask://', 'MetaMask://'],
    ['com.wallet+app-1://', 'com.wallet+app-1://'],
    ['phantom:', 'phantom://'],
    ['metamask:', 'metamask://'],
    ['rainbow:', 'rainbow://'],
    ['https://link.wallet.example', 'https://link.wallet.example/'],
    ['https://link.wallet.example/', 'https://link.wallet.example/'],
    ['https://link.wallet.example/deep/er', 'https://link.wallet.example/deep/er/'],
    ['http://127.0.0.1:4000/wallet', 'http://127.0.0.1:4000/wallet/'],
  ])('%s is opened at %swc', (link, href) => {
    expect(appLink(link, URI)).toEqual({ href, redirect: `${href}wc?uri=${ONCE}` })
  })

  it('is encoded twice for an app inside of Telegram on Android, and a web page never', () => {
    expect(appLink('trust:', URI, { twice: true })?.redirect).toBe(`trust://wc?uri=${TWICE}`)
    expect(appLink('https://w.example', URI, { twice: true })?.redirect).toBe(`https://w.example/wc?uri=${ONCE}`)
  })

  it('carries the pairing whole', () => {
    const { redirect = '' } = appLink('https://w.example/', URI) ?? {}
    expect(new URL(redirect).searchParams.get('uri')).toBe(URI)
  })
})

describe('a link that is not opened', () => {
  it.each([
    'javascript:alert(1)',
    'javascript://%0aalert(1)',
    'JavaScript://wallet.example/%0aalert(1)',
    'javascript',
    'data:text/html,<script>alert(1)</script>',
    'data://text/html,x',
    'data',
    'vbscript://x',
    'vbscript',
    'file:///etc/passwd',
    'file',
    'blob:https://wallet.example/1',
    'blob://x',
    'filesystem:https://x/',
    'about:blank',
    'about',
    'view-source://x',
    'intent://scan/#Intent;scheme=zxing;end',
    'content://x',
    'chrome://settings',
    'chrome-extension://abc/x.html',
    'moz-extension://abc/',
    'ms-msdt://x',
    'ms-officecmd://x',
    'search-ms://query',
    'itms-services://?action=download-manifest',
    'mailto://x@y.example',
    'tel://123',
    'http://wallet.example',
    'http://10.0.0.1/wallet',
    'http://localhost.evil.example/',
    'smb://evil.example/share',
    'cifs://evil/share',
    'ssh://evil.example',
    'sftp://evil.example/',
    'ssh://-oProxyCommand=calc/',
    'vnc://evil.example',
    'rdp://full%20address=s:evil.example',
    'nfs://evil.example/',
    'afp://evil.example/',
    'davs://evil.example/',
    'ldap://evil.example/',
    'git+ssh://evil.example',
    'svn+ssh://evil.example',
    'vscode://evil.extension/',
    'vscode-insiders://file/etc/passwd',
    'vscodium://x',
    'cursor://anysphere.cursor-deeplink/mcp/install',
    'jetbrains://idea/checkout',
    'steam://run/1',
    'zoommtg://zoom.us/join',
    'slack://open',
    'market://details',
    'android-app://com.evil/',
    'x-apple.systempreferences://com.apple.preference',
    'msteams-sip://x',
    'jnlp://evil.example/x',
    'jnlps://evil.example/x',
    'microsoft-edge://evil.example/x',
    'x-github-client://evil.example/x',
    'sourcetree://evil.example/x',
    'txmt://evil.example/x',
    'subl://evil.example/x',
    'pycharm://evil.example/x',
    'webstorm://evil.example/x',
    'kiro://evil.example/x',
    'iterm2://evil.example/x',
    'warp://evil.example/x',
    'x-man-page://evil.example/x',
    'macappstore://evil.example/x',
    'macappstores://evil.example/x',
    'appstream://evil.example/x',
    'snap://evil.example/x',
    'anydesk://evil.example/x',
    'rustdesk://evil.example/x',
    'teamviewer10://evil.example/x',
    'hcp://evil.example/x',
    'firefox://evil.example/x',
    'googlechrome://evil.example/x',
    'chromium://evil.example/x',
    'shortcuts://evil.example/x',
    'wallet://user@evil.example/',
    'wallet://evil.example:445/share',
    'wallet://open?url=javascript:alert(1)',
    'wallet://a/#b',
    'ws://x.example',
    'https://',
    'https',
    'http:',
    'https:///path',
    'https://good.example@evil.example',
    'https://user:secret@evil.example/',
    'https://[::1',
    'https://x .example',
    'https://x.example/\u0000',
    'java\nscript://x',
    ' trust://',
    'trust://\t',
    'trust://"><script>',
    'trust://<b>',
    'trust://a\\b',
    '://',
    '/',
    ':',
    '//wallet.example',
    '1trust://',
    '-trust://',
    'tru st://',
    'münze://',
    '\u202etsurt://',
    `trust://${'a'.repeat(3000)}`,
    `${'a'.repeat(100)}://`,
    '',
    undefined,
    null,
    7,
    {},
    ['trust://'],
  ])('%j', (link) => {
    expect(readLink(link)).toBeUndefined()
    expect(appLink(link, URI)).toBeUndefined()
  })
})

describe('whatever a directory says', () => {
  const FORBIDDEN = /^(javascript|data|vbscript|file|blob|filesystem|about|view-source|intent|content|mailto|tel|sms):$/

  it('P66: only ever leads to an encrypted web address or an app scheme, with the pairing in it', () => {
    let opened = 0
    for (const link of samples(100_000)) {
      const read = readLink(link)
      const { redirect, href } = appLink(link, URI) ?? {}
      expect(Boolean(redirect)).toBe(Boolean(read))
      if (redirect === undefined || href === undefined) continue
      opened++
      // Parse it with the browser's own parser, which is the one that opens it.
      expect(URL.canParse(redirect), link).toBe(true)
      const { protocol, hostname, username, password } = new URL(redirect)
      expect(protocol, link).not.toMatch(FORBIDDEN)
      expect(protocol === 'https:' || protocol === 'http:', link).toBe(read?.kind === 'web')
      if (protocol === 'http:') expect(hostname, link).toMatch(/^(localhost|127\.0\.0\.1)$/)
      if (read?.kind === 'web') expect([Boolean(hostname), username, password], link).toEqual([true, '', ''])
      expect(redirect.startsWith(href) && redirect.endsWith(`wc?uri=${ONCE}`), link).toBe(true)
      expect(redirect, link).toMatch(/^[\x21-\x7e]+$/)
    }
    // Enough samples are valid links, which are opened.
    expect(opened).toBeGreaterThan(5000)
  })
})

/**
 * Random links, dangerous and ordinary: cut, joined, in other case, with characters inserted. The seed decides all
 * (xorshift32).
 */
function* samples(count: number): Generator<string> {
  const parts = [
    ...['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'intent:', 'https:', 'http:', 'trust:', 'wc:'],
    ...['//', '/', ':', '://', '@', '?', '#', '%0a', '%00', '\\', '.', '..', '-', '+', '[', ']', "'", '"', '<', '>'],
    ...['\n', '\t', '\r', ' ', '\0', '\u00a0', '\u200b', '\u202e', '\ufeff', 'ſ', 'ï', '💰'],
    ...['wallet.example', 'localhost:80', 'alert(1)', 'app', 'metamask', 'x'],
  ]
  let state = 0x9e3779b9
  const next = (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  for (let at = 0; at < count; at++) {
    const text = Array.from({ length: 1 + next(5) }, () => parts[next(parts.length)] ?? '').join('')
    const cased = next(3) ? text : [...text].map((char) => (next(2) ? char.toUpperCase() : char)).join('')
    yield next(4) ? cased : cased.slice(next(3), cased.length - next(3))
  }
}

describe('a wallet that opens pages (Solana)', () => {
  const PHANTOM = { id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393' }
  const COINBASE = { id: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa' }
  const SOLFLARE = { id: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79' }
  const PAGE = 'https://app.example/swap?from=SOL&to=USDC#top'
  const encoded = encodeURIComponent(PAGE)

  it.each([
    [PHANTOM, `https://phantom.app/ul/browse/${encoded}?ref=https%3A%2F%2Fapp.example`],
    [{ id: 'x', rdns: 'app.phantom' }, `https://phantom.app/ul/browse/${encoded}?ref=https%3A%2F%2Fapp.example`],
    [COINBASE, `https://go.cb-w.com/dapp?cb_url=${encoded}`],
    [SOLFLARE, `https://solflare.com/ul/v1/browse/${encoded}?ref=https%3A%2F%2Fapp.example`],
  ])('%j gets the address of the page', (wallet, link) => {
    expect(pageLink(wallet, PAGE, {})).toBe(link)
  })

  it.each([
    ['it is here', PHANTOM, { phantom: {} }],
    ['it is here', COINBASE, { coinbaseSolana: {} }],
    ['it is here', SOLFLARE, { solflare: {} }],
    ['it is another wallet', { id: 'other', rdns: 'com.other' }, {}],
  ])('but not when %s', (_why, wallet, here) => {
    expect(pageLink(wallet, PAGE, here)).toBeUndefined()
  })
})
