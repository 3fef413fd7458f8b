import type { AppProps } from 'next/app'
import Head from 'next/head'
import '../page.css'

export default function App({ Component, pageProps }: AppProps) {
  return (
    <>
      <Head>
        <title>My page</title>
        <link rel="icon" href="data:," />
      </Head>
      <Component {...pageProps} />
    </>
  )
}
