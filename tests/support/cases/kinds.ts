/** Cases of the wallet list: which kinds of wallets it contains, and in which order. */
import {
  ALL,
  AMBER,
  CODE,
  HARBOR,
  HOUSE,
  JADE,
  KELP,
  LIST,
  NORTHSTAR,
  order,
  COINBASE,
  SHED,
  TEN,
  TERN,
  wallets,
  type WalletCase,
} from './fixtures.ts'

export const KINDS: Record<string, readonly WalletCase[]> = {
  'the kinds in their order': [
    { title: 'nothing but the relay and the directory', rows: [CODE, 'Amber', 'Birch', ALL] },
    { title: 'one installed', announced: [NORTHSTAR], rows: [CODE, 'Northstar [Installed]', 'Amber', ALL] },
    {
      title: 'two installed, as they announce themselves',
      announced: [HARBOR, NORTHSTAR],
      rows: [CODE, 'Harbor [Installed]', 'Northstar [Installed]', ALL],
    },
    {
      title: 'three installed',
      announced: [HARBOR, NORTHSTAR, TERN],
      rows: [CODE, 'Harbor [Installed]', 'Northstar [Installed]', 'Tern [Installed]', ALL],
    },
    {
      title: 'recent before installed',
      announced: [NORTHSTAR],
      recent: [KELP],
      rows: [CODE, 'Kelp [Recent]', 'Northstar [Installed]', ALL],
    },
    {
      title: 'every kind, by default',
      announced: [NORTHSTAR],
      recent: [KELP],
      external: [COINBASE],
      config: wallets({ featured: ['iris'], custom: [HOUSE] }),
      rows: [CODE, 'Kelp [Recent]', 'Northstar [Installed]', 'Iris', 'House', 'Coinbase', ALL],
    },
    {
      title: 'every kind, the other way round',
      announced: [NORTHSTAR],
      recent: [KELP],
      external: [COINBASE],
      config: wallets(
        { featured: ['iris'], custom: [HOUSE] },
        order('recommended', 'external', 'custom', 'featured', 'injected', 'recent', 'walletConnect'),
      ),
      rows: ['Coinbase', 'House', 'Iris', 'Northstar [Installed]', 'Kelp [Recent]', CODE, ALL],
    },
    {
      title: 'the named kinds first, the others after them in the default order',
      announced: [NORTHSTAR],
      recent: [KELP],
      config: wallets({ custom: [HOUSE] }, order('custom', 'injected')),
      rows: ['House', 'Northstar [Installed]', CODE, 'Kelp [Recent]', ALL],
    },
    {
      title: 'a named kind without wallets takes no place',
      announced: [NORTHSTAR],
      config: order('featured', 'external', 'injected'),
      rows: ['Northstar [Installed]', CODE, 'Amber', ALL],
    },
    { title: 'recommended first', config: order('recommended'), rows: ['Amber', 'Birch', CODE, ALL] },
    {
      title: 'a kind that nobody knows changes nothing',
      announced: [NORTHSTAR],
      config: order('nonsense', 'injected'),
      rows: ['Northstar [Installed]', CODE, 'Amber', ALL],
    },
  ],

  'the QR code': [
    {
      title: 'is not offered without a relay',
      relay: false,
      announced: [NORTHSTAR],
      rows: ['Northstar [Installed]', ALL],
    },
    { title: 'is not offered when it is off', config: { enableWalletConnect: false }, rows: [ALL] },
    { title: 'is not offered on Android', device: 'android', rows: ['Amber', 'Birch', ALL] },
    { title: 'is not offered on an iPhone', device: 'iphone', rows: ['Amber', 'Birch', ALL] },
    { title: 'is offered without a directory', directory: false, rows: [CODE, 'All Wallets'] },
    {
      title: 'is the site’s to move',
      config: order('injected', 'walletConnect'),
      announced: [NORTHSTAR],
      rows: ['Northstar [Installed]', CODE, 'Amber', ALL],
    },
  ],

  'recommended wallets': [
    {
      title: 'fill the list up to two beside a recent one',
      recent: [KELP],
      rows: [CODE, 'Kelp [Recent]', 'Amber', ALL],
    },
    {
      title: 'have no place beside two others',
      announced: [NORTHSTAR],
      recent: [KELP],
      rows: [CODE, 'Kelp [Recent]', 'Northstar [Installed]', ALL],
    },
    { title: 'are none that is installed', announced: [AMBER], rows: [CODE, 'Amber [Installed]', 'Birch', ALL] },
    {
      title: 'are none that is recent',
      recent: [{ id: 'amber', name: 'Amber' }],
      rows: [CODE, 'Amber [Recent]', 'Birch', ALL],
    },
    {
      title: 'are none that is recent by its rdns',
      recent: [{ id: 'other', name: 'Amber of old', rdns: 'example.amber' }],
      rows: [CODE, 'Amber of old [Recent]', 'Birch', ALL],
    },
    {
      title: 'are none whose phone form is installed',
      announced: [{ name: 'Fox in a phone', rdns: 'io.metamask.mobile' }],
      config: wallets({ exclude: ['amber', 'birch', 'cedar'] }),
      rows: [CODE, 'Fox in a phone [Installed]', 'Delta', 'All Wallets [8]'],
    },
    {
      title: 'do not give way to the browser wallet of a phone',
      device: 'android',
      injected: true,
      rows: ['Browser Wallet [Installed]', 'Amber', 'Birch', ALL],
    },
    { title: 'are none beside featured ones', config: wallets({ featured: ['iris'] }), rows: [CODE, 'Iris', ALL] },
    { title: 'are none beside custom ones', config: wallets({ custom: [HOUSE] }), rows: [CODE, 'House', ALL] },
    {
      title: 'come from the site’s own list',
      directory: false,
      config: wallets({ list: LIST }),
      rows: [CODE, 'Own', 'Pine', 'All Wallets [3]'],
    },
    { title: 'need a relay', relay: false, rows: [ALL] },
  ],

  'featured wallets': [
    {
      title: 'stand in the configured order',
      config: wallets({ featured: ['jade', 'amber'] }),
      rows: [CODE, 'Jade', 'Amber', ALL],
    },
    { title: 'need no relay', relay: false, config: wallets({ featured: ['jade'] }), rows: ['Jade', ALL] },
    {
      title: 'that are installed have one row',
      announced: [AMBER],
      config: wallets({ featured: ['jade', 'amber'] }),
      rows: [CODE, 'Amber [Installed]', 'Jade', ALL],
    },
    {
      title: 'that are recent have one row',
      recent: [JADE],
      config: wallets({ featured: ['jade', 'amber'] }),
      rows: [CODE, 'Jade [Recent]', 'Amber', ALL],
    },
    {
      title: 'that nobody knows have none',
      config: wallets({ featured: ['nobody', 'jade'] }),
      rows: [CODE, 'Jade', ALL],
    },
    {
      title: 'that are excluded have none',
      config: wallets({ featured: ['jade', 'amber'], exclude: ['jade'] }),
      rows: [CODE, 'Amber', TEN],
    },
    {
      title: 'that are not included have none',
      config: wallets({ featured: ['jade', 'amber'], include: ['amber', 'birch'] }),
      rows: [CODE, 'Amber', 'All Wallets [2]'],
    },
    {
      title: 'come from the site’s own list',
      directory: false,
      relay: false,
      config: wallets({ list: LIST, featured: ['pine', 'example.own'] }),
      rows: ['Pine', 'Own', 'All Wallets [3]'],
    },
    {
      title: 'may be custom ones',
      config: wallets({ featured: ['house', 'jade'], custom: [HOUSE, SHED] }),
      rows: [CODE, 'House', 'Jade', 'Shed', 'All Wallets [10+]'],
    },
  ],

  'custom wallets': [
    { title: 'keep their order', config: wallets({ custom: [SHED, HOUSE] }), rows: [CODE, 'Shed', 'House', ALL] },
    {
      title: 'that are installed have one row',
      announced: [{ name: 'Shed extension', rdns: 'example.shed' }],
      config: wallets({ custom: [SHED, HOUSE] }),
      rows: [CODE, 'Shed extension [Installed]', 'House', ALL],
    },
    {
      title: 'may be excluded',
      config: wallets({ custom: [SHED, HOUSE], exclude: ['shed'] }),
      rows: [CODE, 'House', ALL],
    },
    {
      title: 'may be excluded by rdns',
      config: wallets({ custom: [SHED, HOUSE], exclude: ['example.shed'] }),
      rows: [CODE, 'House', ALL],
    },
    {
      title: 'must be included where there is an include list',
      config: wallets({ custom: [SHED, HOUSE], include: ['house', 'amber'] }),
      rows: [CODE, 'House', 'All Wallets [1]'],
    },
    {
      title: 'are there without any service',
      relay: false,
      directory: false,
      config: wallets({ custom: [HOUSE] }),
      rows: ['House'],
    },
  ],
}
