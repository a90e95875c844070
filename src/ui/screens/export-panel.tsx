import { useEffect, useState } from 'preact/hooks'
import { exportText } from '../copy/export-text'
import type { ExportFormat } from '../export/writer'
import { createExport, type ExportState } from '../models/export'
import type { HistoryFilters } from '../models/history-filters'
import { Choice } from '../parts/choice'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { useAloud } from '../parts/use-aloud'

const formats: ExportFormat[] = ['csv', 'json']

/** Takes the history away as a file; `filters` are those of the list, absent where it is whole. */
export function ExportPanel({ filters }: { filters: HistoryFilters | undefined }) {
  const app = useApp()
  const { backend, clock, catalog, files } = app
  files.export ??= createExport({ backend, clock, nameOf: catalog.nameOf })
  const model = files.export
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [whole, setWhole] = useState(false)
  const state = model.state.value
  const running = state.state === 'running'
  const said = say(state)
  useAloud(said)
  useEffect(() => () => model.settle(), [model])

  return (
    <details class="card details export-details">
      <summary>{exportText.title}</summary>
      <form
        class="export"
        onSubmit={(event) => {
          event.preventDefault()
          if (!running) void model.start(format, whole ? undefined : filters)
        }}
      >
        <p class="sub">{exportText.hint}</p>
        <Choice
          legend={exportText.format}
          name="format"
          options={formats.map((each) => [each, exportText.formats[each]])}
          value={format}
          onChange={(value) => setFormat(value as ExportFormat)}
        />
        <p class="sub">{exportText.formatHints[format]}</p>
        {filters !== undefined && (
          <Choice
            legend={exportText.which}
            name="which"
            options={[
              ['shown', exportText.filtered],
              ['all', exportText.all],
            ]}
            value={whole ? 'all' : 'shown'}
            onChange={(value) => setWhole(value === 'all')}
          />
        )}
        {running ? (
          <Progress state={state} view={app.view} onCancel={model.cancel} />
        ) : (
          <button type="submit" class="button button-small">
            {exportText.save}
          </button>
        )}
        {state.state === 'done' && <p>{said}</p>}
        {state.state === 'failed' && <ErrorNote money={null} error={state.error} />}
      </form>
    </details>
  )
}

/** What is read out: the beginning and the end, not each step between. */
function say(state: ExportState): string {
  if (state.state === 'running') return exportText.running
  return state.state === 'done' ? exportText.done(state.name, state.count) : ''
}

function Progress(props: {
  state: Extract<ExportState, { state: 'running' }>
  view: string
  onCancel(): void
}) {
  const { done, total } = props.state
  const share = total === undefined ? {} : { max: total, value: Math.min(done, total) }
  return (
    <div class="export-progress">
      <progress aria-label={exportText.running} {...share} />
      <span class="sub num">{exportText.progress(done, total)}</span>
      {props.view === 'popup' && <span class="sub">{exportText.keepOpen}</span>}
      <button type="button" class="button button-small" onClick={props.onCancel}>
        {exportText.cancel}
      </button>
    </div>
  )
}
