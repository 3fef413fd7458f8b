import { Icon, Tile } from 'walletkit/ui'

/** The heading that names the address an email was sent to. */
export function Head({ text, email }: { text: string; email: string }) {
  return (
    <>
      <Tile name="" tone="accent" size={64}>
        <Icon name="mail" size={28} stroke={1.5} />
      </Tile>
      <p className="who">
        <span className="text">{text}</span>
        <bdi className="title" title={email}>
          {email}
        </bdi>
      </p>
    </>
  )
}
