/** One of a few, side by side; the legend is for who does not see them. */
export function Choice(props: {
  legend: string
  name: string
  options: readonly [value: string, label: string][]
  value: string
  onChange(value: string): void
}) {
  return (
    <fieldset class="segments">
      <legend class="sr-only">{props.legend}</legend>
      {props.options.map(([value, label]) => (
        <label key={value} class="segment">
          <input
            type="radio"
            name={props.name}
            checked={props.value === value}
            onChange={() => props.onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
