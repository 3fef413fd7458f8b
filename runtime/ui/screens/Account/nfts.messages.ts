import { defineMessages } from '../../context.ts'
import { accountMessages } from './account.messages.ts'

const { 'account.noNfts': noNfts, 'account.noNftsText': noNftsText } = accountMessages

export const nftMessages = defineMessages({
  'account.noNfts': noNfts,
  'account.noNftsText': noNftsText,
  'nfts.list': 'NFTs',
  'nfts.failed': 'NFTs unavailable',
  'nfts.failedText': 'The service did not answer. What you own is not affected.',
  'nfts.offline': 'You’re offline',
  'nfts.offlineText': 'Your collectibles show up once you are back.',
})
