/** A ring that empties as time runs out; the text beside it says the same. */
export function Ring({ left, total, size = 18 }: { left: number; total: number; size?: number }) {
  const radius = 7
  const length = 2 * Math.PI * radius
  const share = total <= 0 ? 0 : Math.min(1, Math.max(0, left / total))
  return (
    <svg class="ring" width={size} height={size} viewBox="0 0 18 18" aria-hidden="true">
      <circle class="ring-track" cx="9" cy="9" r={radius} />
      <circle
        class={`ring-left${share < 0.2 ? ' ring-low' : ''}`}
        cx="9"
        cy="9"
        r={radius}
        stroke-dasharray={`${length * share} ${length}`}
      />
    </svg>
  )
}
