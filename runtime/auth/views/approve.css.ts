/** On a small screen the frame shrinks first, down to 360 px; then the summary shrinks and scrolls. */
export default `
.approve{display:flex;flex-direction:column;height:auto;max-height:calc(100dvh - 96px - env(safe-area-inset-bottom))}
.approve-said{flex:0 1 auto;min-height:96px;overflow:auto;overscroll-behavior:contain;display:flex;flex-direction:column;gap:12px;margin:0 16px 12px;padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1);scrollbar-width:thin}
.approve-said:focus-visible{box-shadow:inset 0 0 0 2px var(--wk-accent)}.approve-said>*{flex:none}
.approve-part{display:grid;gap:12px;min-width:0}.approve-part+.approve-part{padding-top:12px;border-top:1px solid var(--wk-line)}.approve-part>.button{justify-self:start;margin:-8px -12px}
.approve-facts{display:grid;gap:12px}.approve-facts>div{min-width:0}.approve-facts dd{display:grid;gap:4px;min-width:0;margin-top:2px}
.approve-said .address{gap:2px 8px;font-size:calc(13*var(--fs))}.approve-amount{overflow-wrap:anywhere}.approve-of{display:grid;gap:4px}.approve-bad{color:var(--wk-error);font-weight:600}.approve-bad .address,.approve-bad .address b{color:inherit}.approve-bad .address{font-weight:400}.approve-said .row-line+.row-line{margin-top:4px}
.approve-text{min-width:0;white-space:pre-wrap;overflow-wrap:anywhere;font-family:var(--wk-mono);font-size:calc(13*var(--fs));letter-spacing:0;unicode-bidi:plaintext}
.approve-text mark{border-radius:4px;padding:0 2px;background:var(--wk-surface-3);color:var(--wk-text-1);font-size:calc(12*var(--fs))}.approve-text .button{font-family:var(--wk-font-family)}
.approve-said .pairs{padding:12px 0 0;border-top:1px solid var(--wk-line)}
.approve-note{flex:none;display:grid;gap:8px;padding:0 16px 12px}
.approve-frame{position:relative;flex:0 9999 600px;min-height:360px;border-top:1px solid var(--wk-line);overflow:hidden;border-end-start-radius:calc(var(--r)*6);border-end-end-radius:calc(var(--r)*6)}
.approve-frame ::slotted(iframe){position:absolute;inset:0}
.approve-bones{position:absolute;inset:0;display:grid;align-content:start;gap:12px;padding:24px 16px}.approve-bones .actions{grid-template-columns:1fr 1fr;position:absolute;inset:auto 16px 16px}.approve-bones .method{width:auto}
.approve-leave{position:absolute;inset-block-end:16px;inset-inline:0;margin-inline:auto;width:max-content;height:44px;padding:0 16px;border-radius:calc(var(--r)*3);background:var(--wk-text-1);color:var(--wk-surface-0);font-weight:600}.approve-leave:not(:focus-visible){width:1px;height:1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:430px){.approve-frame{border-radius:0}}`
