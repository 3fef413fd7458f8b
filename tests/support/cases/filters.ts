/** Cases of the wallet list: which wallets it leaves out, and what the site's other options change. */
import {
  ALL,
  AMBER,
  CODE,
  EVM,
  features,
  HARBOR,
  JADE,
  KELP,
  LIST,
  NORTHSTAR,
  COINBASE,
  TEN,
  wallets,
  type WalletCase,
} from './fixtures.ts'

export const FILTERS: Record<string, readonly WalletCase[]> = {
  'the exclude list': [
    {
      title: 'hides an announced wallet by rdns',
      announced: [NORTHSTAR, HARBOR],
      config: wallets({ exclude: ['example.northstar'] }),
      rows: [CODE, 'Harbor [Installed]', 'Amber', ALL],
    },
    {
      title: 'does so however the rdns is written',
      announced: [{ name: 'Northstar', rdns: 'Example.NorthStar' }, HARBOR],
      config: wallets({ exclude: ['example.northstar'] }),
      rows: [CODE, 'Harbor [Installed]', 'Amber', ALL],
    },
    {
      title: 'hides an announced wallet by the id that the directory knows it by',
      announced: [AMBER, NORTHSTAR],
      config: wallets({ exclude: ['amber'] }),
      rows: [CODE, 'Northstar [Installed]', 'Birch', TEN],
    },
    {
      title: 'hides an announced wallet by the name that the directory gives the id',
      announced: [{ name: 'Ember', rdns: 'com.ember.extension' }, NORTHSTAR],
      config: wallets({ exclude: ['ember'] }),
      rows: [CODE, 'Northstar [Installed]', 'Amber', TEN],
    },
    {
      title: 'hides an announced wallet by an id of the site’s own list',
      announced: [{ name: 'Own extension', rdns: 'example.own' }, NORTHSTAR],
      directory: false,
      config: wallets({ list: LIST, exclude: ['own'] }),
      rows: [CODE, 'Northstar [Installed]', 'Pine', 'All Wallets [2]'],
    },
    {
      title: 'hides the phone form of an rdns too',
      announced: [{ name: 'Fox in a phone', rdns: 'io.metamask.mobile' }],
      config: wallets({ exclude: ['io.metamask'] }),
      rows: [CODE, 'Amber', 'Birch', ALL],
    },
    {
      title: 'hides a recent wallet',
      recent: [KELP, JADE],
      config: wallets({ exclude: ['kelp'] }),
      rows: [CODE, 'Jade [Recent]', 'Amber', TEN],
    },
    {
      title: 'hides recommended wallets',
      config: wallets({ exclude: ['amber'] }),
      rows: [CODE, 'Birch', 'Cedar', TEN],
    },
    {
      title: 'hides a listed wallet by rdns, of which the service knows nothing',
      config: wallets({ exclude: ['example.amber'] }),
      rows: [CODE, 'Birch', 'Cedar', ALL],
    },
    {
      title: 'is taken off the count',
      config: wallets({ exclude: ['amber', 'birch'] }),
      rows: [CODE, 'Cedar', 'Fox', 'All Wallets [9]'],
    },
    {
      title: 'hides an external wallet',
      external: [COINBASE, { id: 'ledger' }],
      config: wallets({ exclude: ['coinbaseWallet'] }),
      rows: [CODE, 'Ledger', 'Amber', 'Birch', ALL],
    },
    {
      title: 'wins over the include list',
      announced: [NORTHSTAR, HARBOR],
      config: wallets({ include: ['example.northstar', 'example.harbor'], exclude: ['example.harbor'] }),
      directory: false,
      rows: [CODE, 'Northstar [Installed]', 'All Wallets'],
    },
  ],

  'the include list': [
    {
      title: 'keeps announced wallets by rdns',
      announced: [NORTHSTAR, HARBOR],
      directory: false,
      config: wallets({ include: ['example.harbor'] }),
      rows: [CODE, 'Harbor [Installed]', 'All Wallets'],
    },
    {
      title: 'keeps announced wallets by the id that the directory knows them by',
      announced: [NORTHSTAR, AMBER],
      config: wallets({ include: ['amber', 'kelp'] }),
      rows: [CODE, 'Amber [Installed]', 'Kelp', 'All Wallets [2]'],
    },
    {
      title: 'keeps recommended wallets to itself',
      config: wallets({ include: ['kelp', 'larch', 'iris'] }),
      rows: [CODE, 'Iris', 'Kelp', 'All Wallets [3]'],
    },
    {
      title: 'hides recent wallets',
      recent: [KELP, JADE],
      config: wallets({ include: ['jade', 'iris'] }),
      rows: [CODE, 'Jade [Recent]', 'Iris', 'All Wallets [2]'],
    },
    {
      title: 'hides external wallets',
      external: [COINBASE],
      config: wallets({ include: ['jade'] }),
      rows: [CODE, 'Jade', 'All Wallets [1]'],
    },
    {
      title: 'keeps external wallets by their id',
      external: [COINBASE, { id: 'ledger' }],
      config: wallets({ include: ['jade', 'ledger'] }),
      rows: [CODE, 'Ledger', 'Jade', 'All Wallets [1]'],
    },
    {
      title: 'that is empty keeps everything',
      announced: [NORTHSTAR],
      config: wallets({ include: [] }),
      rows: [CODE, 'Northstar [Installed]', 'Amber', ALL],
    },
  ],

  'recent wallets': [
    { title: 'two, newest first', recent: [KELP, JADE], rows: [CODE, 'Kelp [Recent]', 'Jade [Recent]', ALL] },
    {
      title: 'never more than two',
      recent: [JADE, KELP, { id: 'iris', name: 'Iris' }],
      rows: [CODE, 'Jade [Recent]', 'Kelp [Recent]', ALL],
    },
    {
      title: 'none that is installed, by id',
      announced: [NORTHSTAR],
      recent: [{ id: 'example.northstar', name: 'North' }, KELP],
      rows: [CODE, 'Kelp [Recent]', 'Northstar [Installed]', ALL],
    },
    {
      title: 'none that is installed, by name',
      announced: [NORTHSTAR],
      recent: [{ id: 'north', name: 'NORTHSTAR' }],
      rows: [CODE, 'Northstar [Installed]', 'Amber', ALL],
    },
    {
      title: 'none that is installed, by rdns',
      announced: [NORTHSTAR],
      recent: [{ id: 'north', name: 'North', rdns: 'example.northstar' }],
      rows: [CODE, 'Northstar [Installed]', 'Amber', ALL],
    },
    { title: 'none out of a broken store', recent: '[{"id":3},"x",', rows: [CODE, 'Amber', 'Birch', ALL] },
    {
      title: 'none without an id or a name',
      recent: [{ id: 'x' }, { name: 'y' }, KELP],
      rows: [CODE, 'Kelp [Recent]', 'Amber', ALL],
    },
  ],

  namespaces: [
    {
      title: 'one wallet of two namespaces is one row',
      announced: [NORTHSTAR, HARBOR],
      solana: [{ id: 'harbor', name: 'Harbor' }],
      rows: [CODE, 'Harbor [Multichain]', 'Northstar [Installed]', ALL],
    },
    {
      title: 'opening for Solana lists its wallets alone',
      announced: [NORTHSTAR],
      solana: [{ id: 'solaris', name: 'Solaris' }],
      namespace: 'solana',
      rows: [CODE, 'Solaris [Installed]', 'All Wallets [10+]'],
    },
    {
      title: 'opening for an EVM network lists its wallets alone',
      announced: [NORTHSTAR, HARBOR],
      solana: [{ id: 'harbor', name: 'Harbor' }],
      namespace: 'eip155',
      rows: [CODE, 'Northstar [Installed]', 'Harbor [Installed]', ALL],
    },
    {
      title: 'featured wallets of another namespace are left out',
      solana: [],
      config: wallets({ featured: ['amber', 'heron', 'grove'] }),
      namespace: 'solana',
      rows: [CODE, 'Heron', 'Grove', ALL],
    },
    {
      title: 'recent wallets of another namespace are left out',
      announced: [NORTHSTAR],
      solana: [],
      recent: [{ id: 'amber', name: 'Amber', chains: [EVM] }, { id: 'example.northstar', name: 'Northstar' }, KELP],
      config: wallets({ featured: ['heron'] }),
      namespace: 'solana',
      rows: [CODE, 'Heron', ALL],
    },
  ],

  'window.ethereum': [
    { title: 'is no row on a desktop', injected: true, rows: [CODE, 'Amber', 'Birch', ALL] },
    {
      title: 'is a row in the browser of a wallet app',
      device: 'android',
      injected: true,
      relay: false,
      rows: ['Browser Wallet [Installed]', ALL],
    },
    {
      title: 'is no row where injected wallets are off',
      device: 'android',
      injected: true,
      relay: false,
      config: { enableInjected: false },
      rows: [ALL],
    },
    {
      title: 'is the only row where announced wallets are off',
      device: 'android',
      injected: true,
      relay: false,
      announced: [NORTHSTAR],
      config: { enableEIP6963: false },
      rows: ['Browser Wallet [Installed]', ALL],
    },
  ],

  'All Wallets': [
    { title: 'is left out on HIDE', config: features({ allWallets: 'HIDE' }), rows: [CODE, 'Amber', 'Birch'] },
    {
      title: 'is left out on a desktop on ONLY_MOBILE',
      config: features({ allWallets: 'ONLY_MOBILE' }),
      rows: [CODE, 'Amber', 'Birch'],
    },
    {
      title: 'is there on a phone on ONLY_MOBILE',
      device: 'android',
      config: features({ allWallets: 'ONLY_MOBILE' }),
      rows: ['Amber', 'Birch', ALL],
    },
    { title: 'is there unless the site says otherwise', config: features({}), rows: [CODE, 'Amber', 'Birch', ALL] },
    {
      title: 'leads nowhere without a relay and a directory',
      relay: false,
      directory: false,
      announced: [NORTHSTAR],
      rows: ['Northstar [Installed]'],
    },
  ],

  'the site’s other options': [
    {
      title: 'without adapters, wallets that nothing opens are left out',
      basic: true,
      config: wallets({ featured: ['delta', 'cedar', 'amber'] }),
      rows: [CODE, 'Cedar', 'Amber', TEN],
    },
    { title: 'no wallets at all', announced: [NORTHSTAR], methods: true, config: { enableWallets: false }, rows: [] },
    {
      title: 'a list behind a button',
      announced: [NORTHSTAR],
      config: features({ collapseWallets: true }),
      rows: { behind: [CODE, 'Northstar [Installed]', 'Amber', ALL] },
    },
    {
      title: 'a list behind a button, beside an e-mail login',
      announced: [NORTHSTAR],
      methods: true,
      config: features({ emailShowWallets: false }),
      rows: { behind: [CODE, 'Northstar [Installed]', 'Amber', ALL] },
    },
    {
      title: 'no button without another method',
      announced: [NORTHSTAR],
      config: features({ emailShowWallets: false }),
      rows: [CODE, 'Northstar [Installed]', 'Amber', ALL],
    },
    {
      title: 'a list beside an e-mail login',
      announced: [NORTHSTAR],
      methods: true,
      config: features({ emailShowWallets: true }),
      rows: [CODE, 'Northstar [Installed]', 'Amber', ALL],
    },
  ],
}
