/** Light or dark: the system's, or the person's choice on this device. */
const KEY = 'redaktion-modus'
export const MODES = ['system', 'light', 'dark'] as const
export type Mode = (typeof MODES)[number]

export function readMode(): Mode {
  try {
    const stored = localStorage.getItem(KEY)
    return MODES.find((mode) => mode === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

export function applyMode(mode: Mode): void {
  if (mode === 'system') delete document.documentElement.dataset.mode
  else document.documentElement.dataset.mode = mode
}

export function chooseMode(mode: Mode): void {
  applyMode(mode)
  try {
    localStorage.setItem(KEY, mode)
  } catch {
    // Storage is blocked: it holds for this page.
  }
}
