/** The review of a plugin's request: its lines, and a box for text from the plugin. */
export default `
.review-who{display:flex;gap:12px;align-items:center;padding:12px 16px;margin-bottom:16px;border-radius:calc(var(--r)*3);background:var(--wk-accent-tint);color:var(--wk-accent-text)}.review-who span{min-width:0;overflow-wrap:anywhere}
.review-head{display:flex;align-items:center;justify-content:space-between;gap:16px;padding:4px 16px 16px}.review-head>div{min-width:0}.review-head .display{overflow-wrap:anywhere}
.review-address{display:grid;grid-template-columns:1fr auto;align-items:center;gap:8px;padding:16px 4px 16px 16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}.review-address .note{grid-column:1/-1}
.review-text{max-height:200px;overflow:auto;padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1);white-space:pre-wrap;overflow-wrap:anywhere;font-family:var(--wk-mono);letter-spacing:0;text-align:start;unicode-bidi:plaintext;scrollbar-width:thin}
.review-text mark{border-radius:4px;padding:0 2px;background:var(--wk-surface-3);color:var(--wk-text-1);font-size:calc(12*var(--fs))}
.review-label{padding:0 16px 8px}.review .pairs{padding:20px 16px 4px}.review .pairs dd{min-width:0;overflow-wrap:anywhere}.review .banner{margin-top:12px}
.review-undo{display:flex;align-items:center;gap:8px;padding:12px 16px 16px;color:var(--wk-text-2)}.review-undo svg{width:16px;height:16px}
`
