import { coreError } from '../errors/catalogue.ts'
import { report } from '../errors/report.ts'
import { projectQuery, QUERY_NAMES } from '../http/blockchainApi.ts'
import { createHttp } from '../http/client.ts'
import { hostFetch } from '../http/hosts.ts'
import type { Kit } from '../kit.ts'
import { pageRecord } from '../page.ts'
import { eventBody } from './body.ts'
import type { TrackedEvent } from './contract.ts'
import { SENT_EVENTS } from './events.ts'

/** What an event says of the page's software where the config is silent (decisions 2.2). */
export const ANALYTICS_SDK_VERSION = 'html-wagmi-4.2.2'

/** Posts one event to `services.analytics`, once. What fails is nobody's concern but a 403, which the developer reads. */
export async function send(kit: Kit, event: TrackedEvent): Promise<void> {
  if (!isSent(kit, event)) return
  try {
    const response = await hostFetch(kit)(eventUrl(kit), {
      method: 'POST',
      // No content type: the browser's own for a text spares the preflight, which a closing page has no time for.
      body: JSON.stringify(eventBody(event, location.href)),
      keepalive: true,
      credentials: 'omit',
    })
    if (response.status === 403) refused(kit)
  } catch {
    // Offline, blocked, or no such host: the page goes on as if nothing had been sent.
  }
}

/** Events of ours and of the package's plugins; what somebody else's plugin tells is not for this service. */
const isSent = (kit: Kit, { event, plugin }: TrackedEvent) =>
  plugin === undefined ? SENT_EVENTS.includes(event) : kit.plugins.some(({ id, guest }) => id === plugin && !guest)

export function eventUrl(kit: Kit): string {
  const version = kit.state.options.sdkVersion ?? ANALYTICS_SDK_VERSION
  const query = () => ({ ...projectQuery(kit), [QUERY_NAMES.sdkVersion]: version })
  return createHttp({ baseUrl: kit.config.services?.analytics ?? '', query }).url('e')
}

/** The service does not serve this page: said once per page load (decisions 4.8). */
function refused(kit: Kit) {
  const page = pageRecord()
  if (page.refused) return
  page.refused = true
  report(kit, coreError('INVALID_APP_CONFIGURATION'), 'INVALID_APP_CONFIGURATION', {}, { origin: location.origin })
}
