import type { Family } from '../../contracts/family.ts'
import { words } from '../../lib/text.ts'

export const bip122: Family = {
  namespace: 'bip122',
  name: 'Bitcoin',
  // Base58 of 25 bytes that begin with the version of P2PKH or P2SH, or bech32 in lower case or in upper case.
  address:
    /^([123mn][1-9A-HJ-NP-Za-km-z]{25,34}|(bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87})$/,
  // A wallet gives separate addresses for payments and for ordinals; transfers come from the payment address.
  accountType: 'payment',
  methods: words('sendTransfer signMessage signPsbt getAccountAddresses'),
}
