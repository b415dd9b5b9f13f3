/** Texts of the server before the office's own scripts run. */
export const officeServerTexts = {
  title: 'Redaktion',
  needsScript: 'Die Redaktion braucht JavaScript. Bitte schalten Sie es in Ihrem Browser ein.',
  missingTitle: 'Die Redaktion ist nicht gebaut',
  missingText:
    'Bitte geben Sie auf dem Rechner, auf dem die Zeitung läuft, npm run build ein und starten Sie das Portal neu.',
  notHere: 'Hier ist nur die Redaktion. Sie finden sie unter /redaktion.',
} as const
