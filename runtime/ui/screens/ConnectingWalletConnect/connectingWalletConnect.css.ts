/** The QR code, its placeholder of the same size, and the content below. */
export default `
.remote-tabs{padding:0 16px 12px}
.remote-frame{position:relative;aspect-ratio:1}
.remote-frame .qr,.remote-bones{width:100%;height:100%}
.remote-bones{position:absolute;inset:0;padding:20px;background:#fff;border-radius:calc(var(--r)*5);box-shadow:inset 0 0 0 1px rgba(18,20,26,.08);display:grid;grid-template-columns:repeat(3,1fr);grid-template-rows:repeat(3,1fr)}
.remote-bones::before{content:"";position:absolute;inset:20px;background:radial-gradient(circle,#ebedf1 30%,transparent 34%) 0 0/8px 8px}
.remote-bones i{position:relative;width:35px;height:35px;border:5px solid #ebedf1;border-radius:10px;display:grid;background:#fff;box-shadow:0 0 0 6px #fff}.remote-bones i::after{content:"";margin:4px;background:#ebedf1;border-radius:4px}
.remote-bones i:nth-of-type(2){grid-column:3;justify-self:end}.remote-bones i:nth-of-type(3){grid-area:3/1;align-self:end}
.remote-bones .qr-logo{--wk-line-2:rgba(18,20,26,.16)}.remote-bones .qr-logo>*{padding:8px;background:#fff;border-radius:calc(var(--r)*4)}
.remote-bones .qr-logo>.tile{padding:0;outline:8px solid #fff}.remote-bones .qr-logo>.spinner{padding:0;outline:12px solid #fff}
.remote-mark .tile{background:#12141a;color:#fff}
.remote-words{min-height:48px;margin:16px 0}.remote-words .text{max-width:none}
.remote-actions{display:grid;grid-template-columns:1fr 1fr;gap:8px}
.remote-hand{margin-top:8px;display:grid;gap:6px}
.remote-copy{margin-top:4px;min-height:44px;display:grid;place-items:center}
`
