import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'
import type { Progress } from '../contracts/progress.ts'
import { hideProgress, progress, setProgress } from '../data/progress.ts'
import { cleanText } from '../lib/text.ts'
import { showSuccess } from '../state/showToast.ts'

/**
 * `kit.progress`: shows what a plugin is working on as a card. The card of a third-party plugin names the plugin,
 * because it looks like walletkit's own cards. When `life` aborts, the plugin's card goes: nothing would update it.
 */
export function pluginProgress(kit: Kit, { id: plugin, guest }: AnyPlugin, life: AbortSignal): PluginKit['progress'] {
  const list = progress(kit)
  life.addEventListener('abort', () => hideProgress(list, plugin), { once: true })
  return {
    show: (given) => {
      if (life.aborted) return
      const own = readProgress(given)
      const next = guest ? { ...own, text: [plugin, own.text].filter(Boolean).join(' · ') } : own
      setProgress(list, plugin, next)
      if (isFinal(next)) setTimeout(() => tellElsewhere(kit, plugin), kit.state.toast.open ? NOTICE_PAUSE : 0)
    },
    hide: () => hideProgress(list, plugin),
  }
}

/** ms that an open toast stays before the toast about the outcome replaces it. */
export const NOTICE_PAUSE = 3_000

/**
 * Shows a toast for a finished card while the open modal shows another view than Account. Only Account has the cards,
 * so the visitor would not learn of it otherwise.
 */
function tellElsewhere(kit: Kit, plugin: string) {
  const { modal, router, toast } = kit.state
  const shown = progress(kit).find((each) => each.plugin === plugin)
  if (modal.open && router.view !== 'Account' && shown && isFinal(shown) && !shown.isSeen)
    showSuccess(toast, shown.title, shown.state === 'warning' ? 'warning' : undefined)
}

/** Whether a card shows an outcome: nothing more happens after it. */
const isFinal = ({ state }: Progress) => state === 'done' || state === 'warning'
const STATES: readonly unknown[] = ['wallet', 'chain', 'warning'] satisfies Progress['state'][]

const readImage = ({ name, src, network, address }: NonNullable<Progress['image']>) => ({
  name: String(name),
  ...(src !== undefined && { src: String(src) }),
  ...(network !== undefined && { network: String(network) }),
  ...(address !== undefined && { address: String(address) }),
})

/** The card's link, if its address is `https`. Reads the address once, so that the checked address is what opens. */
function readLink({ url, label }: NonNullable<Progress['link']>): Pick<Progress, 'link'> {
  const address = String(url)
  return address.startsWith('https://') ? { link: { url: address, label: String(label) } } : {}
}

/** The most characters of a card's title or text, about one sentence: more would push other things off the screen. */
const MOST = 120

/**
 * A copy in which each field has its declared type. A plugin in plain JavaScript may pass anything, and the card is
 * outside of the plugin's error boundary.
 */
function readProgress({ state, title, text, image, link }: Progress): Progress {
  return {
    state: STATES.includes(state) ? state : 'done',
    title: cleanText(String(title), MOST),
    ...(text !== undefined && { text: cleanText(String(text), MOST) }),
    ...(image && { image: readImage(image) }),
    ...(link && readLink(link)),
  }
}
