import Document, { type DocumentContext, Head, Html, Main, NextScript } from 'next/document'

type Props = { nonce: string | undefined }

export default class Page extends Document<Props> {
  /** The nonce of this request, from the policy that `proxy.ts` sets. */
  static override async getInitialProps(context: DocumentContext) {
    const policy = String(context.req?.headers['content-security-policy'] ?? '')
    return { ...(await Document.getInitialProps(context)), nonce: /'nonce-([^']+)'/.exec(policy)?.[1] }
  }

  override render() {
    const { nonce } = this.props
    return (
      <Html lang="en">
        <Head nonce={nonce} />
        <body>
          <Main />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    )
  }
}
