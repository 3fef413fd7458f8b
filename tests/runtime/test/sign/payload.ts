/** The payload of a transfer, as pages give it to wallets. */
export const payload = {
  address: '5FBqhNv1SdFgBRYyTEdFRHJEP87rjgZaUNhouPq1AR7Lk8Yh',
  blockHash: `0x${'ab'.repeat(32)}`,
  blockNumber: '0x00000010',
  era: '0x8502',
  genesisHash: `0x2b086afabd2c77b63e5e147e308568e2${'00'.repeat(16)}`,
  method: `0x040300${'11'.repeat(32)}0f0080c6a47e8d03`,
  nonce: '0x0000001f',
  specVersion: '0x000f4628',
  tip: '0x0000000000000000000000000000000f',
  transactionVersion: '0x0000001a',
  mode: 0,
  signedExtensions: [
    ...['CheckNonZeroSender', 'CheckSpecVersion', 'CheckTxVersion', 'CheckGenesis', 'CheckMortality', 'CheckNonce'],
    ...['CheckWeight', 'ChargeTransactionPayment', 'CheckMetadataHash'],
  ],
  version: 4,
}
