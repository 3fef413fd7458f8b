import type { Family } from '../../contracts/family.ts'
import { words } from '../../lib/text.ts'

export const polkadot: Family = {
  namespace: 'polkadot',
  name: 'Polkadot',
  // SS58: base58 of 35 or 36 bytes. A zero byte at the start is one character, so a key of zeros makes it shorter.
  address: /^[1-9A-HJ-NP-Za-km-z]{35,50}$/,
  methods: words('polkadot_signTransaction polkadot_signMessage'),
}
