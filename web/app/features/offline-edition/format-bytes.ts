/** Sizes in whole kilobytes, or megabytes with one decimal. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  if (bytes >= 1_000_000_000) return `${(Math.round(bytes / 100_000_000) / 10).toLocaleString('de-DE')} GB`
  return `${(Math.round(bytes / 100_000) / 10).toLocaleString('de-DE')} MB`
}
