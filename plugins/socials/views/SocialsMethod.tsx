import type { ViewProps } from 'walletkit/plugin'
import { Button, useSheet, useText } from 'walletkit/ui'
import type { SocialsController } from '../controller.ts'
import { Glyph } from '../icons.tsx'
import { layoutOf } from '../layout.ts'
import { socialMessages } from '../messages.ts'
import { NAMES, type Provider } from '../providers.ts'
import css from './socials.css.ts'

/**
 * The social logins in Connect: the first with its name (unless there are exactly two), others as icons, and a "more"
 * button for the rest.
 */
export default function SocialsMethod({ kit, controller }: ViewProps<SocialsController>) {
  useSheet(css)
  const t = useText(socialMessages)
  const providers = controller.providers()
  const { wide, tiles, more } = layoutOf(providers)
  // The site lists no provider, or none that works in this browser.
  if (!providers.length) return null
  // If the config names no login service, say so in place of the buttons.
  if (!kit.services.includes('secureSite')) return <p className="note muted center">{t('social.noService')}</p>
  const press = (provider: Provider) => ({
    'data-id': provider,
    onClick: () => controller.choose(provider),
    onPointerEnter: controller.prepare,
    onFocus: controller.prepare,
  })
  const named = (provider: Provider) => t('social.with', { provider: NAMES[provider] })
  return (
    <div className="socials" role="group" aria-label={t('social.label')}>
      {wide && (
        <Button wide {...press(wide)}>
          <Glyph of={wide} />
          {named(wide)}
        </Button>
      )}
      {tiles.length > 0 && (
        <div className="social-tiles">
          {tiles.map((provider) => (
            <Button key={provider} aria-label={named(provider)} title={NAMES[provider]} {...press(provider)}>
              <Glyph of={provider} />
            </Button>
          ))}
          {more && (
            <Button aria-label={t('social.more')} title={t('social.more')} onClick={() => kit.push('ConnectSocials')}>
              <Dots />
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const Dots = () => (
  <svg className="dots" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
    <circle cx="4" cy="10" r="1.4" />
    <circle cx="10" cy="10" r="1.4" />
    <circle cx="16" cy="10" r="1.4" />
  </svg>
)
