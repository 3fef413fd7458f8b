/** The HTML of the wallet page, and its headers. */

/**
 * The page's Content-Security-Policy: it may load only from the sandbox, and connect only to the sandbox and, by
 * websocket, to 127.0.0.1.
 */
export const walletPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self' ws://127.0.0.1:*",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const walletPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox wallet</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/wallet.css">
<script type="module" src="/wallet.js"></script>
</head>
<body>
<main>
<h1>Sandbox wallet</h1>
<p class="note">Test keys only. They are public: never send anything real to them.</p>
<div id="wallet" aria-busy="true"><p>Opening…</p></div>
</main>
</body>
</html>
`
