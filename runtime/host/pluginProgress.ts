import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import type { PluginKit, Progress } from '../contracts/pluginKit.ts'
import { hideProgress, progress, setProgress } from '../data/progress.ts'
import { cleanText } from '../lib/text.ts'
import { showSuccess } from '../state/showToast.ts'

/** How a plugin shows what it is working on. The card of a third-party plugin names it, because the card looks like ours. */
export function pluginProgress(kit: Kit, { id: plugin, guest }: AnyPlugin): PluginKit['progress'] {
  const list = progress(kit)
  return {
    show: (given) => {
      const own = readProgress(given)
      const next = guest ? { ...own, text: [plugin, own.text].filter(Boolean).join(' · ') } : own
      setProgress(list, plugin, next)
      if (next.state === 'done') setTimeout(() => tellElsewhere(kit, plugin), kit.state.toast.open ? NOTICE_PAUSE : 0)
    },
    hide: () => hideProgress(list, plugin),
  }
}

/** ms that an open toast stays before one about the outcome replaces it. */
export const NOTICE_PAUSE = 3_000

/** On another view nobody sees the card: a toast says it. */
function tellElsewhere(kit: Kit, plugin: string) {
  const { modal, router, toast } = kit.state
  const shown = progress(kit).find((each) => each.plugin === plugin)
  if (modal.open && router.view !== 'Account' && shown?.state === 'done' && !shown.isSeen)
    showSuccess(toast, shown.title)
}

const readImage = ({ name, src, network, address }: NonNullable<Progress['image']>) => ({
  name: String(name),
  ...(src !== undefined && { src: String(src) }),
  ...(network !== undefined && { network: String(network) }),
  ...(address !== undefined && { address: String(address) }),
})

/** Characters: more than a sentence would hide what else is on the screen. */
const MOST = 120

/** A copy with text for text: a plugin in plain JavaScript may pass anything, and the card is outside of its boundary. */
function readProgress({ state, title, text, image, link }: Progress): Progress {
  return {
    state: state === 'wallet' || state === 'chain' ? state : 'done',
    title: cleanText(String(title), MOST),
    ...(text !== undefined && { text: cleanText(String(text), MOST) }),
    ...(image && { image: readImage(image) }),
    ...(link && /^https:\/\//.test(String(link.url)) && { link: { url: String(link.url), label: String(link.label) } }),
  }
}
