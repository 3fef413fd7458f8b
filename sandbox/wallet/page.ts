/** The wallet page as the sandbox serves it. */

/** Allows only its own files, its own sandbox and its relay. */
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

export const walletStyle = `:root {
  color-scheme: light dark;
  --back: #f4f5f7; --card: #fff; --text: #17191c; --soft: #5b626b; --line: #d9dde2; --key: #2456d6; --on: #fff; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root { --back: #111315; --card: #1b1e22; --text: #eceef0; --soft: #a3abb4; --line: #32373d; --key: #86a7ff; --on: #0b1020; --bad: #ff9b93; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 16px 12px 40px; }
h1 { margin: 0; font-size: 20px; }
h2 { margin: 0 0 8px; font-size: 15px; }
h3 { margin: 0; font-size: 15px; }
p { margin: 4px 0; }
.note, dt { color: var(--soft); font-size: 13px; }
.fault { color: var(--bad); }
section { margin-top: 14px; padding: 12px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
.session + .session { margin-top: 12px; padding-top: 12px; border-top: 1px solid var(--line); }
dl { margin: 8px 0; }
dd { margin: 0 0 6px; overflow-wrap: anywhere; white-space: pre-wrap; font: 13px/1.4 ui-monospace, monospace; max-height: 180px; overflow-y: auto; }
dd > div { max-height: 180px; overflow-y: auto; }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; align-items: center; }
.row > input[type=text] { flex: 1 1 180px; }
input[type=text], select, button { min-height: 40px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--back); color: inherit; font: inherit; max-width: 100%; }
button { cursor: pointer; }
button.key { background: var(--key); border-color: var(--key); color: var(--on); }
button[aria-pressed=true] { border-color: var(--key); box-shadow: inset 0 0 0 1px var(--key); }
button:disabled { opacity: .5; cursor: default; }
:focus-visible { outline: 2px solid var(--key); outline-offset: 2px; }
label { display: flex; gap: 8px; align-items: center; min-height: 40px; }
`
