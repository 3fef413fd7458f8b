/** The Account view keeps one height in every state. Its wallet line stays at the bottom while the rest scrolls. */
export default `
.card[data-view=Account]{max-height:min(672px,calc(100dvh - 32px))}
.account{display:flex;flex-direction:column;min-height:608px}
.profile{padding:0 16px}
.who{justify-content:center;height:32px;margin-top:8px;max-width:100%}.who .copy-line{font-size:calc(16*var(--fs));line-height:calc(24*var(--fs));letter-spacing:-.011em}
.total{display:flex;align-items:center;justify-content:center;width:100%;height:44px;margin-top:4px;font-weight:600;letter-spacing:-.028em;white-space:nowrap;font-size:calc(36*var(--fs))}
.total[data-fit="28"]{font-size:calc(28*var(--fs))}.total[data-fit="20"]{font-size:calc(20*var(--fs));letter-spacing:-.018em}.total[data-fit="16"]{font-size:calc(16*var(--fs));letter-spacing:-.011em}
.total .muted{color:var(--wk-text-3)}
.features{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:8px;margin:20px 16px 0}
.feature{display:grid;justify-items:center;align-content:center;gap:8px;width:100%;height:72px;padding:0 4px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1);color:var(--wk-accent-text)}
.feature:hover{background:var(--wk-surface-2)}.feature span{max-width:100%;color:var(--wk-text-1);font-weight:600}
.tabs{margin:16px 16px 0}.tab-panel{flex:1;padding:8px 16px}.account .banner{margin:12px 16px 0}
.account .state{padding:12px 16px}
.wallet-line{position:sticky;inset-block-end:0;display:flex;align-items:center;gap:12px;height:64px;padding:0 16px;border-top:1px solid var(--wk-line);background:var(--wk-surface-0);z-index:1}
.wallet-line .grow>*{display:block}
.leave{display:flex;align-items:center;gap:8px;height:44px;padding:0 8px;margin-inline-end:-8px;border-radius:calc(var(--r)*3);color:var(--wk-text-2)}
.leave:hover{background:var(--wk-surface-1);color:var(--wk-text-1)}.leave .spinner{width:16px;height:16px}
@media (max-width:430px){.overlay .card[data-view=Account]{max-height:min(672px + env(safe-area-inset-bottom),calc(100dvh - 32px))}}
`
