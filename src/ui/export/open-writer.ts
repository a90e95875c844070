import type { ExportFormat, Writer } from './writer'

/** Makes the writer of a format; its code comes only now. */
export async function openWriter(format: ExportFormat, now: number): Promise<Writer> {
  if (format === 'csv') return (await import('./csv')).createCsvWriter()
  return (await import('./json')).createJsonWriter(now)
}
