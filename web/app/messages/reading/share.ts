/** Texts of the menu "Teilen". */
export const shareTexts = {
  byDevice: 'Mit einer App teilen …',
  byMail: 'E-Mail',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert',
  copiedForSignal: 'Link kopiert. Fügen Sie ihn in Signal in eine Nachricht ein.',
  give: 'Artikel verschenken',
  server: 'Ihr Mastodon-Server',
  toServer: 'Weiter',
  wrongServer: 'Bitte geben Sie einen Server an, zum Beispiel mastodon.social.',
} as const
