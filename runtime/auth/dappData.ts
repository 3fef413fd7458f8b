import { metadataOf } from '../data/metadata.ts'
import { SDK_TYPE, SDK_VERSION } from '../http/blockchainApi.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Asks } from './messages.ts'

/** The site's metadata and project id, for the frame. */
export function dappDataOf(kit: Kit): Asks<'SYNC_DAPP_DATA'> {
  const { projectId = '', sdkType = SDK_TYPE, sdkVersion = SDK_VERSION } = kit.state.options
  return { metadata: metadataOf(kit), projectId, sdkType, sdkVersion }
}
