/** A sentence with a short address, which does not wrap and does not change the text direction around it. */
export function Sentence({ text, address }: { text: string; address: string }) {
  const at = address === '' ? -1 : text.indexOf(address)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <bdi className="names-address">{address}</bdi>
      {text.slice(at + address.length)}
    </>
  )
}
