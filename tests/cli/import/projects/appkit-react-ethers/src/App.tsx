export default function App() {
  return <w3m-button />
}
