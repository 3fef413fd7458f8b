/** The HTML of the checkout page, which says that it is a test. It has no script. */
import { formatUnits } from 'viem'
import type { Order } from './orders.ts'
import { centsText } from './quote.ts'

/** The page's headers. Its forms may only post to its own origin, and no other page may embed it. */
export const checkoutHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
}

const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const amountOf = ({ sold, cost }: Order) => `${formatUnits(cost.bought, sold.decimals)} ${sold.symbol}`

const lines = (order: Order) => {
  const { cost, currency, to, sold } = order
  const fiat = (cents: bigint) => `${centsText(cents)} ${currency}`
  return [
    ['You get', amountOf(order)],
    ['Network', sold.networkName],
    ['To', to],
    ['Price', fiat(cost.subtotal)],
    ['Fee', fiat(cost.fee)],
    ['Network fee', fiat(cost.networkFee)],
    ['Total', fiat(cost.total)],
  ]
    .map(([name = '', value = '']) => `<div><dt>${escape(name)}</dt><dd>${escape(value)}</dd></div>`)
    .join('')
}

const forms = ({ id, cost, currency }: Order) => `<form method="post" action="/onramp/checkout/${id}/pay">
<button class="key" name="outcome" value="pay">Pay ${escape(`${centsText(cost.total)} ${currency}`)}</button>
<button name="outcome" value="fail">Let the payment fail</button>
</form>`

const SAID = {
  IN_PROGRESS: ['Paying…', 'The payment is being taken. This page looks again by itself.'],
  SUCCESS: ['Paid', 'It was sent on the sandbox’s chain. You can close this window.'],
  FAILED: ['The payment failed', 'Nothing was taken and nothing was sent. You can close this window.'],
} as const

function body(order: Order): string {
  if (order.status === 'open') return `<dl>${lines(order)}</dl>${forms(order)}`
  const [title, text] = SAID[order.status]
  return `<h2 role="status">${title}</h2><p>${text}</p><dl>${lines(order)}</dl>`
}

export const checkoutPage = (order: Order): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox checkout (a test)</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/wallet.css">
${order.status === 'IN_PROGRESS' ? '<meta http-equiv="refresh" content="1">' : ''}
</head>
<body>
<main>
<h1>Sandbox checkout</h1>
<p class="note">This is a test. No money is taken, and what you get has no worth.</p>
<section>${body(order)}</section>
</main>
</body>
</html>
`
