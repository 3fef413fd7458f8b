import { type ReactNode, useId } from 'react'
import { type PluginKit, shortAddress, type ViewProps } from 'walletkit/plugin'
import {
  Banner,
  Button,
  Field,
  Icon,
  Skeleton,
  Spinner,
  Tag,
  useActive,
  useOnline,
  useSheet,
  useSnapshot,
  useText,
} from 'walletkit/ui'
import type { NamesController } from '../controller.ts'
import { hasOnlyLabelSigns, isLabel } from '../label.ts'
import { nameMessages } from '../messages.ts'
import { Gate } from './Gate.tsx'
import css from './names.css.ts'

/** A field with the suffix inside; what is free, and what is like it. */
export default function RegisterView({ kit, controller }: ViewProps<NamesController>) {
  useSheet(css)
  return (
    <Gate kit={kit} controller={controller}>
      <Form kit={kit} controller={controller} />
    </Gate>
  )
}

type Props = { kit: PluginKit; controller: NamesController }

function Form({ kit, controller }: Props) {
  const t = useText(nameMessages)
  const online = useOnline()
  const noteId = useId()
  const { account } = useActive(kit)
  const { label, availability, loading } = useSnapshot(controller.state)
  const { suffix } = controller.options
  const name = label.toLowerCase() + suffix
  const wrong = !hasOnlyLabelSigns(label)
  const ready = isLabel(label) && availability !== 'taken' && availability !== 'checking' && online && !loading
  const missing = wrong
    ? t('names.signs')
    : label === ''
      ? t('names.enter')
      : !isLabel(label)
        ? t('names.short')
        : availability === 'taken'
          ? t('names.isTaken', { name })
          : t('names.register', { name })
  return (
    <form
      className="pad"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // What fails has been reported, and is said beside the field.
        if (ready) controller.register().catch(() => undefined)
      }}
    >
      <p className="names-lead">{t('names.replaces', { address: shortAddress(account.address ?? '') })}</p>
      <Field
        label={t('names.field')}
        placeholder={t('names.placeholder')}
        value={label}
        invalid={wrong || availability === 'taken'}
        aria-describedby={noteId}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={63}
        data-autofocus
        onChange={(event) => controller.setLabel(event.target.value)}
        end={<bdi className="names-suffix clip">{suffix}</bdi>}
      />
      <div id={noteId}>
        <Note controller={controller} wrong={wrong} name={name} />
      </div>
      {!online && <Banner icon="offline">{t('names.offline')}</Banner>}
      <Suggestions controller={controller} />
      <div className="names-go">
        <Button kind="primary" wide type="submit" disabled={!ready}>
          <bdi className="clip">{missing}</bdi>
        </Button>
      </div>
    </form>
  )
}

function Note({ controller, wrong, name }: { controller: NamesController; wrong: boolean; name: string }) {
  const t = useText(nameMessages)
  const { availability, error, label } = useSnapshot(controller.state)
  const line = (tone: 'good' | 'bad' | undefined, content: ReactNode) => (
    <p className="names-note note" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {content}
    </p>
  )
  if (error !== undefined)
    return line(
      'bad',
      <>
        <bdi>{error}</bdi>
        {availability === 'failed' && (
          <button type="button" className="link" onClick={() => controller.setLabel(label)}>
            {t('names.retry')}
          </button>
        )}
      </>,
    )
  if (wrong) return line('bad', t('names.signs'))
  if (availability === 'checking')
    return line(
      undefined,
      <>
        <Spinner />
        {t('names.checking')}
      </>,
    )
  if (availability === 'taken') return line('bad', <bdi>{t('names.isTaken', { name })}</bdi>)
  if (availability === 'free')
    return line(
      'good',
      <>
        <Icon name="check" size={16} />
        {t('names.available')}
      </>,
    )
  return line(undefined, label !== '' && !isLabel(label) ? t('names.short') : '')
}

function Suggestions({ controller }: { controller: NamesController }) {
  const t = useText(nameMessages)
  const { suggestions, availability, label } = useSnapshot(controller.state)
  const { suffix } = controller.options
  if (availability !== 'checking' && suggestions.length === 0) return null
  return (
    <section className="names-list" aria-label={t('names.suggestions')}>
      <h2>{t('names.suggestions')}</h2>
      <ul role="list">
        {availability === 'checking'
          ? [0, 1, 2].map((at) => (
              <li key={at} className="names-row" aria-hidden="true">
                <span className="grow">
                  <Skeleton width={160} />
                </span>
                <Skeleton width={56} height={20} />
              </li>
            ))
          : suggestions.map(({ name, registered }) => (
              <li key={name}>
                <Suggested
                  current={name === label.toLowerCase()}
                  {...(!registered && { onClick: () => controller.setLabel(name) })}
                >
                  <bdi className="grow clip">
                    {name}
                    <span className="muted-2">{suffix}</span>
                  </bdi>
                  <Tag tone={registered ? 'neutral' : 'success'}>
                    {t(registered ? 'names.taken' : 'names.available')}
                  </Tag>
                </Suggested>
              </li>
            ))}
      </ul>
    </section>
  )
}

/** What is taken can only be read. */
function Suggested({ onClick, current, children }: { onClick?: () => void; current: boolean; children: ReactNode }) {
  if (!onClick) return <div className="names-row">{children}</div>
  return (
    <button type="button" className="names-row" aria-current={current || undefined} onClick={onClick}>
      {children}
    </button>
  )
}
