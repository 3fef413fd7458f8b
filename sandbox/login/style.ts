/**
 * The style sheet of all the service's pages. It uses the modal's values, so that the frame looks like part of the
 * modal.
 */
export const loginStyle = `:root {
  --s0: #fff; --s1: #f5f6f8; --s2: #ebedf1; --t1: #12141a; --t2: #535967; --line: rgba(18,20,26,.08);
  --accent: #3350e9; --on-accent: #fff; --accent-text: #2b46d6; --warning: #855000; --error: #be2138; --radius: 4px;
  --warning-tint: rgba(133,80,0,.1); --error-tint: rgba(190,33,56,.1);
}
:root[data-theme=dark] {
  --s0: #17181c; --s1: #1f2126; --s2: #292b32; --t1: #f3f4f6; --t2: #a9aeba; --line: rgba(255,255,255,.08);
  --accent: #4a62f0; --accent-text: #9daeff; --warning: #f0b44c; --error: #ff8e97;
  --warning-tint: rgba(240,180,76,.12); --error-tint: rgba(255,142,151,.12);
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme]) {
    --s0: #17181c; --s1: #1f2126; --s2: #292b32; --t1: #f3f4f6; --t2: #a9aeba; --line: rgba(255,255,255,.08);
    --accent: #4a62f0; --accent-text: #9daeff; --warning: #f0b44c; --error: #ff8e97;
    --warning-tint: rgba(240,180,76,.12); --error-tint: rgba(255,142,151,.12);
  }
}
* { box-sizing: border-box; }
html { background: var(--s0); }
html[data-page=frame] { height: 100%; background: transparent; }
body { margin: 0; background: var(--s0); color: var(--t1); font: 500 14px/20px Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-variant-ligatures: no-contextual; }
html[data-page=frame] body { height: 100%; overflow: hidden; border-radius: 0 0 calc(var(--radius) * 6) calc(var(--radius) * 6); }
main { max-width: 400px; margin: 0 auto; padding: 24px 16px 40px; }
html[data-page=frame] main { display: flex; flex-direction: column; max-width: none; height: 100%; padding: 0; }
h1 { margin: 0 0 4px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -.018em; text-wrap: balance; overflow-wrap: anywhere; }
h1:focus { outline: none; }
h2 { margin: 0 0 8px; font-size: 16px; line-height: 24px; font-weight: 600; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
a { color: var(--accent-text); }
.note { color: var(--t2); font-size: 12px; line-height: 16px; }
.fault { color: var(--error); min-height: 20px; }
section { margin-top: 16px; padding: 16px; border-radius: calc(var(--radius) * 4); background: var(--s1); }
.request { display: flex; flex-direction: column; flex: 1; min-height: 0; margin: 0; padding: 0; background: none; border-radius: 0; }
.scroll { flex: 1; min-height: 0; overflow-y: auto; padding: 0 16px 16px; }
.who { display: flex; flex-direction: column; align-items: center; padding: 20px 16px 16px; text-align: center; }
.warning { margin: 0 0 8px; padding: 12px; border-radius: calc(var(--radius) * 3); background: var(--warning-tint); color: var(--warning); }
.warning.bad { background: var(--error-tint); color: var(--error); }
dl { margin: 0; padding: 4px 16px; border-radius: calc(var(--radius) * 4); background: var(--s1); }
dt { margin-top: 8px; color: var(--t2); font-size: 12px; line-height: 16px; }
dd { margin: 0 0 8px; overflow-wrap: anywhere; white-space: pre-wrap; unicode-bidi: isolate; font-variant-numeric: tabular-nums; }
dd.code { font: 500 13px/20px ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
dd.whole { word-break: break-all; text-wrap: balance; }
dd.long { max-height: 220px; overflow-y: auto; }
.actions { display: flex; gap: 8px; padding: 12px 16px 16px; border-top: 1px solid var(--line); }
.actions > :first-child { flex: 0 0 112px; }
.actions > :last-child { flex: 1; }
.idle { margin: auto; padding: 32px; color: var(--t2); text-align: center; }
label { display: block; margin: 8px 0 4px; color: var(--t2); font-size: 12px; }
form { margin: 0 0 8px; }
input, button { width: 100%; min-height: 48px; padding: 0 14px; border: 0; border-radius: calc(var(--radius) * 3); font: inherit; color: inherit; }
input { background: var(--s0); box-shadow: inset 0 0 0 1px var(--line); font-size: 16px; }
section + form { margin-top: 16px; }
button { margin-top: 8px; background: var(--s2); font-weight: 600; font-size: 16px; cursor: pointer; }
.actions button { margin: 0; }
button.key { background: var(--accent); color: var(--on-accent); }
button:hover { opacity: .92; }
button:disabled { background: var(--s2); color: var(--t2); cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`
