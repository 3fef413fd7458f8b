import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import './page.css'

export const metadata: Metadata = { title: 'My page', description: 'A page with a wallet.', icons: 'data:,' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
