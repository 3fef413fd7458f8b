import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
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
import { Sentence } from './Sentence.tsx'
import css from './names.css.ts'

/** The field for a name with its suffix, its availability, and similar names. */
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
  const field = useRef<HTMLInputElement>(null)
  // Focus the field here: this code may load after the modal has set the focus. Not on touch screens, where the
  // keyboard would open unasked.
  useEffect(() => {
    if (matchMedia('(hover:hover)').matches) field.current?.focus({ preventScroll: true })
  }, [])
  const { account } = useActive(kit)
  const { label, availability, loading } = useSnapshot(controller.state)
  const { suffix } = controller.options
  const short = shortAddress(account.address ?? '')
  const name = label.toLowerCase() + suffix
  const wrong = !hasOnlyLabelSigns(label)
  const ready = isLabel(label) && availability !== 'taken' && availability !== 'checking' && online && !loading
  // The button does not say what is wrong with a name: the note below the field does.
  const action = label === '' ? t('names.enter') : t('names.register', { name })
  return (
    <form
      className="pad"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // `register` reported its failure, and the form shows it.
        if (ready) controller.register().catch(() => undefined)
      }}
    >
      <p className="names-lead">
        <Sentence text={t('names.replaces', { address: short })} address={short} />
      </p>
      <Field
        ref={field}
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
      {!online && (
        <div className="names-offline">
          <Banner icon="offline">{t('names.offline')}</Banner>
        </div>
      )}
      <Suggestions controller={controller} />
      <div className="names-go">
        <Button kind="primary" wide type="submit" disabled={!ready}>
          <bdi className="clip">{action}</bdi>
        </Button>
      </div>
    </form>
  )
}

/** Writes a name into the field and focuses it, because the pressed button disappears during the lookup. */
function write(controller: NamesController, label: string, { currentTarget }: MouseEvent<HTMLButtonElement>) {
  controller.setLabel(label)
  currentTarget.form?.querySelector('input')?.focus()
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
          <button type="button" className="link" onClick={(event) => write(controller, label, event)}>
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
                  {...(!registered && { onClick: (event) => write(controller, name, event) })}
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

/** A suggested name; one that is taken is not a button. */
function Suggested({
  onClick,
  current,
  children,
}: {
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void
  current: boolean
  children: ReactNode
}) {
  if (!onClick) return <div className="names-row">{children}</div>
  return (
    <button type="button" className="names-row" aria-current={current || undefined} onClick={onClick}>
      {children}
    </button>
  )
}
