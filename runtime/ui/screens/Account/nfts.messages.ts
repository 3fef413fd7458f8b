import { defineMessages } from '../../context.ts'

export const nftMessages = defineMessages({
  'nfts.list': 'NFTs',
  'nfts.failed': 'NFTs unavailable',
  'nfts.failedText': 'The service did not answer. What you own is not affected.',
  'nfts.offline': 'You’re offline',
  'nfts.offlineText': 'Your collectibles show up once you are back.',
})
