import type { ViewProps } from 'walletkit/plugin'
import { Icon, Panel, Row, Tile, useSheet, useText } from 'walletkit/ui'
import type { SocialsController } from '../controller.ts'
import { Glyph } from '../icons.tsx'
import { socialMessages } from '../messages.ts'
import { NAMES } from '../providers.ts'
import css from './socials.css.ts'

/** Lists the site's social logins in the order of its config, without those that do not work in this browser. */
export default function ConnectSocialsView({ kit, controller }: ViewProps<SocialsController>) {
  useSheet(css)
  const t = useText(socialMessages)
  // A site may open this view by name, even without the login service.
  if (!kit.services.includes('secureSite')) return <Panel icon="info" title={t('social.noService')} />
  return (
    <div className="pad social-list">
      <ul role="list" aria-label={t('social.label')}>
        {controller.providers().map((provider) => (
          <li key={provider}>
            <Row
              id={provider}
              name={NAMES[provider]}
              image={
                <Tile name="">
                  <Glyph of={provider} />
                </Tile>
              }
              end={<Icon name="chevron" />}
              onIntent={controller.prepare}
              onClick={() => controller.choose(provider)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
