import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import { projectQuery, QUERY_NAMES } from '../http/blockchainApi.ts'
import { createHttp } from '../http/client.ts'
import { hostFetch } from '../http/hostFetch.ts'
import type { Kit } from '../contracts/kit.ts'
import { pageRecord } from '../lib/page.ts'
import { eventBody } from './body.ts'
import type { TrackedEvent } from '../contracts/events.ts'

/** The `sdkVersion` that is sent with events if the config sets none. `tests/requirements.tsv` fixes it (S9.sdk.02). */
export const ANALYTICS_SDK_VERSION = 'html-wagmi-4.2.2'

/**
 * Posts one event to `services.analytics`, without retries. Does nothing for an event of a third-party plugin. Ignores
 * failures, except a 403 (the service refuses the page's origin), for which it shows the developer an alert.
 */
export async function send(kit: Kit, event: TrackedEvent): Promise<void> {
  if (!isSent(kit, event)) return
  try {
    const response = await hostFetch(kit)(eventUrl(kit), {
      method: 'POST',
      // Set no content type: the browser's default for text needs no CORS preflight, for which a closing page has no
      // time.
      body: JSON.stringify(eventBody(event, location.href)),
      keepalive: true,
      credentials: 'omit',
    })
    if (response.status === 403) refused(kit)
  } catch {
    // The page is offline, or the host is blocked or unknown: ignore it.
  }
}

/**
 * Whether an event may be sent: those of the core and of the package's own plugins, not those of third-party plugins.
 */
const isSent = (kit: Kit, { plugin }: TrackedEvent) =>
  plugin === undefined || kit.plugins?.some(({ id, guest }) => id === plugin && !guest) === true

export function eventUrl(kit: Kit): string {
  const version = kit.state.options.sdkVersion ?? ANALYTICS_SDK_VERSION
  const query = () => ({ ...projectQuery(kit), [QUERY_NAMES.sdkVersion]: version })
  return createHttp({ baseUrl: kit.config.services?.analytics ?? '', query }).url('e')
}

/** Alerts the developer, once per page load, that the service refuses this page's origin. */
function refused(kit: Kit) {
  const page = pageRecord()
  if (page.refused) return
  page.refused = true
  report(kit, coreError('INVALID_APP_CONFIGURATION'), 'INVALID_APP_CONFIGURATION', {}, { origin: location.origin })
}
