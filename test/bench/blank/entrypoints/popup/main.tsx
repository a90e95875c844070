import { render } from 'preact'
import { useState } from 'preact/hooks'

function Form() {
  const [amount, setAmount] = useState('')
  return (
    <form>
      <label for="amount">Amount</label>
      <input id="amount" value={amount} onInput={(event) => setAmount(event.currentTarget.value)} />
      <button type="submit">Go</button>
    </form>
  )
}

const place = document.getElementById('app')
if (place !== null) render(<Form />, place)
